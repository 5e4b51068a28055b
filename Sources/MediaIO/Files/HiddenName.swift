/// The beginning of the names of hidden files that belong to a file, ending with a dot: `.NAME.`, with at most 202
/// bytes, so that what follows fits into the 255 that file systems allow. Of a longer name the beginning and a digest.
public func hiddenPrefix(for name: String) -> String {
    let most = 200
    guard name.utf8.count > most else { return ".\(name)." }
    let digest = Digest()
    digest.update(name)
    let hash = digest.hexadecimal().prefix(16)
    var beginning = ""
    for character in name {
        guard beginning.utf8.count + character.utf8.count + 1 + hash.utf8.count <= most else { break }
        beginning.append(character)
    }
    return ".\(beginning)~\(hash)."
}
