/** After a sign-out nothing in memory holds the keys of a space, the connections to its storage neither. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { createTestDrive } from "effect-drive/testing"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { Credentials } from "../../../src/services/Credentials.js"

setFlagsFromString("--expose-gc")
const collectGarbage: unknown = runInNewContext("gc")

/** What has just ended may be held by a promise for some turns of the event loop. */
const isHeld = async (ref: WeakRef<object>): Promise<boolean> => {
  for (let turn = 0; turn < 50 && ref.deref() !== undefined; turn++) {
    await new Promise((resolve) => setTimeout(resolve, 10))
    if (typeof collectGarbage === "function") collectGarbage()
  }
  return ref.deref() !== undefined
}

describe("Session.logout", () => {
  it.each(["oss", "pds", "s3"] as const)("lets go of the keys of a space on %s", async (platform) => {
    const drive = await createTestDrive({ spaces: [{ spaceId: "mine", platform }] })
    await drive.uploads.start({ source: "text", name: "text.txt" }).done
    if (platform !== "pds") {
      await drive.bucket.presign({ method: "GET", key: "text" })
      await drive.bucket.versioning.get()
    }
    const keys = new WeakRef(await drive.run(Effect.flatMap(Credentials, ({ get }) => get("mine"))))
    await drive.session.logout()
    assert.isFalse(await isHeld(keys))
    await drive.dispose()
  })
})
