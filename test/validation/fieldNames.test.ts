/** Fields of which all may be left out: one of another name was meant for something, and is refused. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import type { DriveClient } from "effect-drive/promise"
import { isDriveError } from "effect-drive/promise"
import { createTestDrive } from "effect-drive/testing"

for (const platform of ["oss", "pds", "s3"] as const) {
  describe(`on ${platform}`, () => {
    let drive: DriveClient
    let assetId: string

    beforeAll(async () => {
      drive = await createTestDrive({ spaces: [{ spaceId: "mine", platform }] })
      const { done } = await drive.assets.create({ file: "text", name: "text" })
      assetId = (await done).assetId ?? ""
    })
    afterAll(() => drive.dispose())

    const first = async (all: AsyncIterable<unknown>): Promise<unknown> => {
      for await (const one of all) return one
      return undefined
    }

    const calls: Readonly<Record<string, (fields: never) => Promise<unknown>>> = {
      "files.list": (query) => drive.files.list(query),
      "files.listAll": (query) => first(drive.files.listAll(query)),
      "recycleBin.list": (query) => drive.recycleBin.list(query),
      "recycleBin.listAll": (query) => first(drive.recycleBin.listAll(query)),
      "assets.list": (query) => drive.assets.list(query),
      "assetFolders.list": (query) => drive.assetFolders.list(query),
      "sharing.open": (settings) => drive.sharing.open(assetId, settings),
      "sharing.set": (settings) => drive.sharing.set(assetId, settings),
      "sharing.update": (settings) => drive.sharing.update(assetId, { code: "1234", ...settings as object })
    }

    it.each(Object.entries(calls))("%s", async (_, call) => {
      for (const name of ["parentFileID", "spaceId", "passcode", "expireIn", "pagesize", "next"]) {
        const error: unknown = await call({ [name]: "1" } as never).catch((refused: unknown) => refused)
        assert.isTrue(isDriveError(error))
        assert.deepInclude(error, { _tag: "InvalidInput" })
        assert.include(String(error), name)
      }
    })
  })
}
