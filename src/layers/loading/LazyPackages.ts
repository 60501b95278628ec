/**
 * The optional packages. A program that never needs one need not have it installed.
 *
 * The `try` around each `import()` is for bundlers: they leave out what they do not find there, and do not build where they do not
 * find it elsewhere. docs/bundlers.md says which do what.
 */
import { importAgain } from "./importAgain.js"

export const clientS3 = importAgain(async () => {
  try {
    return await import("@aws-sdk/client-s3")
  } catch (cause) {
    throw cause
  }
})

export const s3RequestPresigner = importAgain(async () => {
  try {
    return await import("@aws-sdk/s3-request-presigner")
  } catch (cause) {
    throw cause
  }
})

/** Its own types are of a package that users need not have. */
export const aliOss = importAgain(async (): Promise<unknown> => {
  try {
    return await import("ali-oss")
  } catch (cause) {
    throw cause
  }
})
