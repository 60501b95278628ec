/**
 * What was loaded at once. Each module that is loaded later names it all: then bundlers keep it in one file, and do not cut it up by
 * who needs which part of it. On the first of these hangs nearly all; the others hang on nothing that every drive has.
 */
export { FileNotFound } from "../../domain/errors/FileErrors.js"
export { UploadInUse } from "../../domain/errors/UploadInUse.js"
export { FolderReader } from "../../services/FolderReader.js"
export { Hasher } from "../../services/Hasher.js"
export { Transport } from "../../services/Transport.js"
export { handleAccess } from "../browser/sources/handleAccess.js"
export { layerServices } from "../Drive.js"
export { nameOf } from "../files/SourceName.js"
