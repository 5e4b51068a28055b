/// Private data of cameras and programs in a stream (user_data_unregistered: H.264 §D.1.7, H.265 §D.2.7): from
/// camcorders the date, the place and the model (AVCHD's MDPM), from phones undocumented data.
package enum UserData {
    /// The packet without it; the packet itself if there is none.
    ///
    /// - Parameter framing: of the packet's NAL units.
    package static func removed(
        from packet: [UInt8], isHEVC: Bool, framing: NALUnitFraming = .lengthPrefixed(bytes: 4)
    ) throws(BitstreamError) -> [UInt8] {
        let units = try framing.units(in: packet)
        let isInformation = { (unit: ArraySlice<UInt8>) in
            isHEVC
                ? HEVC.UnitType.supplementalInformation ~= Int(unit.first! >> 1 & 0x3f)
                : Int(unit.first! & 0x1f) == H264.UnitType.supplementalInformation
        }
        guard units.contains(where: isInformation) else { return packet }
        var output: [UInt8] = []
        output.reserveCapacity(packet.count)
        for unit in units {
            let kept =
                isInformation(unit)
                ? try SupplementalInformation.filtered(
                    unit, behind: isHEVC ? 2 : 1, dropping: [SupplementalInformation.PayloadType.userDataUnregistered])
                : unit
            if let kept { try framing.append(kept, to: &output) }
        }
        return output
    }
}
