import Pictures

extension Picture {
    /// Y′, Cb, Cr. Unlike `planes` it allocates nothing, which counts once for every frame.
    func plane(_ index: Int) -> Plane { index == 0 ? luma : index == 1 ? cb : cr }
}
