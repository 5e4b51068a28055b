/// How a card looks besides its picture.
struct CardLook<Sample: RowSample> {
    /// What is seen beside it.
    var background: Sample
    /// What is mixed into it as it turns from the light, and how much.
    var shade: Sample
    var shadeWeight: Int16

    /// A shaded sample is a stretched value times `gain` / 32768, to the nearest, and `offset`: what is as dark as the
    /// shade stays as it is.
    var gain: Int {
        let whole = 32768 / Sample.stretchedScale
        return ((32768 - Int(shadeWeight)) * whole + 16384) >> 15
    }
    var offset: Int { Int(shade) - (Int(shade) * Sample.stretchedScale * gain + 16384) >> 15 }
}
