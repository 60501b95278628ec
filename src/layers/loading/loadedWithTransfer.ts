/**
 * What uploads and downloads share. Each module of either names it all: so bundlers keep it in one file.
 */
export { joined as joinedCrc64 } from "../../domain/Crc64.js"
export { partCount } from "../../domain/UploadPlan.js"
export { checkRequest } from "../../transfer/checkRequest.js"
export { adaptWidth } from "../../transfer/parts/adaptWidth.js"
export { makeRequest } from "../../transfer/parts/makeRequest.js"
export { inSpan } from "../../transfer/parts/TransferSpan.js"
export { publicPath } from "../http/PublicPath.js"
export * from "./loadedWithSpace.js"
