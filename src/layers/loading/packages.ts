/**
 * The optional packages. A program that never needs one need not have it installed.
 */
import { importAgain } from "./importAgain.js"

export const clientS3 = importAgain(() => import("@aws-sdk/client-s3"))

export const s3RequestPresigner = importAgain(() => import("@aws-sdk/s3-request-presigner"))

/** Its own types are of a package that users need not have. */
export const aliOss = importAgain((): Promise<unknown> => import("ali-oss"))
