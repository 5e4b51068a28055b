import CRows

/// How a card looks besides its picture.
struct CardLook<Sample: RowSample> {
    /// What is seen beside it.
    var background: Sample
    /// What is mixed into it as it turns from the light, and how much.
    var shade: Sample
    var shadeWeight: Int16

    var rows: rows_look {
        rows_look(shade: UInt16(shade), background: UInt16(background), shade_weight: shadeWeight)
    }
}
