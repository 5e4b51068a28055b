/// The appearance of a card apart from its picture.
struct CardLook<Sample: RowSample> {
    /// Visible around the card.
    var background: Sample
    /// Mixed in as the card turns away from the light, by this much.
    var shade: Sample
    var shadeWeight: Int16

    /// A shaded sample is a stretched value times `gain` / 32768, rounded to nearest, plus `offset`: samples as dark as
    /// the shade are unchanged.
    var gain: Int {
        let whole = 32768 / Sample.stretchedScale
        return ((32768 - Int(shadeWeight)) * whole + 16384) >> 15
    }
    var offset: Int { Int(shade) - (Int(shade) * Sample.stretchedScale * gain + 16384) >> 15 }
}
