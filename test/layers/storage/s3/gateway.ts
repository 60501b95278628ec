/**
 * The S3 server of the environment as the place where an emulator's own endpoints keep their bytes.
 */
import type { ExternalS3 } from "../../../../emulator/src/EmulatorOptions.js"
import { environment } from "./bucket.js"

export const externalS3: ExternalS3 = {
  endpoint: environment.endpoint,
  region: environment.region,
  bucket: `${environment.bucket}-gateway`,
  accessKeyId: environment.key,
  secretAccessKey: environment.secret,
  sessionToken: environment.token
}
