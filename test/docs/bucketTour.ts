/**
 * The program of docs/bucket.md.
 */
import { createDrive, isDriveError, type StorageError } from "effect-drive/promise"

export const tour = async (apiHost: string, accessToken: string, spaceId: string): Promise<void> => {
  const drive = createDrive({ apiHost, product: { id: "docs", version: "1.0" } })
  await drive.session.initialise({ accessToken })
  await drive.spaces.select(spaceId)

  await drive.bucket.lifecycle.put([
    {
      id: "logs",
      status: "Enabled",
      prefix: "logs/",
      transitions: [{ days: 30, storageClass: "IA" }, { days: 180, storageClass: "Archive" }],
      expiration: { days: 730 },
      abortMultipartUpload: { days: 7 }
    }
  ])
  const rules = await drive.bucket.lifecycle.get()
  console.log(rules.map((rule) => rule.id))
  await drive.bucket.lifecycle.remove()

  await drive.bucket.versioning.put("Enabled")
  const versioning = await drive.bucket.versioning.get()
  console.log(versioning)

  try {
    await drive.bucket.restore({ objectKey: "2019/photos.zip", days: 5 })
  } catch (error) {
    const { _tag, reason } = error as StorageError
    console.log(_tag, reason)
  }

  const state = await drive.bucket.restoreState("2019/photos.zip").catch((error: StorageError) => error.reason)
  console.log(state)

  const link = await drive.bucket.presign({ method: "GET", key: "2019/photos.zip", expiresIn: "5 minutes" })
  console.log(link.expiresAt)

  let uploadId: string | undefined = "kept from before"
  try {
    await drive.bucket.resume({ source: "all of it", objectKey: "2019/notes.txt", uploadId })
  } catch (error) {
    if (isDriveError(error) && error._tag === "NoSuchUpload") uploadId = undefined
  }
  await drive.bucket.cancel({ objectKey: "2019/notes.txt", uploadId })

  await drive.dispose()
}
