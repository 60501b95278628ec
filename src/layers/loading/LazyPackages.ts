/**
 * The optional packages. A program that never needs one need not have it installed.
 *
 * The `try` around each `import()` is for bundlers: in a `try` they leave out a package that they do not find, elsewhere they fail to build.
 * docs/bundlers.md says which do what.
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

/** Without its types: they are in another package, which users need not have. */
export const aliOss = importAgain(async (): Promise<unknown> => {
  try {
    return await import("ali-oss")
  } catch (cause) {
    throw cause
  }
})
