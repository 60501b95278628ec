/** Drive info of a pds space, over sockets: sizes by the drive itself, the file size limit by the product API. */
import { assert, describe, it } from "@effect/vitest"
import { randomBytes } from "node:crypto"
import { DriveInfo } from "../../../../src/domain/Space.js"
import type { FaultyDriveOptions } from "../../../faults/FaultyDrive.js"
import { withFaultyDrive } from "../../../faults/FaultyDrive.js"

const product = { target: "api", method: "GET", path: "/drive/info" } as const
const drive = { target: "pds", method: "POST", path: "/v2/drive/get" } as const

const answering = (match: typeof product | typeof drive, body: unknown, status = 200) =>
  ({ match, action: { _tag: "status", status, body: JSON.stringify(body) } }) as const

const onPds = (options: FaultyDriveOptions & { readonly quota?: number } = {}): FaultyDriveOptions => ({
  ...options,
  emulator: { spaces: [{ spaceId: "pds-files", platform: "pds", quota: options.quota, fileSizeLimit: 700 }] }
})

describe("Drive info of a pds space", () => {
  it("tells what the drive may hold and holds", () =>
    withFaultyDrive(onPds({ quota: 5000 }), async ({ drive }) => {
      await drive.uploads.start({ source: randomBytes(123), name: "a" }).done
      assert.deepStrictEqual(
        await drive.spaces.driveInfo(),
        new DriveInfo({ fileSizeLimit: 700, totalSize: 5000, usedSize: 123 })
      )
    }))

  it("believes the drive and not the product API, and knows no limit where the drive says -1", () =>
    withFaultyDrive(
      onPds({ faults: [answering(product, { code: 0, data: { file_size_limit: 300, total_size: 1, used_size: 1 } })] }),
      async ({ drive, emulator }) => {
        assert.deepStrictEqual(
          await drive.spaces.driveInfo(),
          new DriveInfo({ fileSizeLimit: 300, totalSize: -1, usedSize: 0 })
        )
        assert.deepStrictEqual(emulator.remainingFaults(), [])
      }
    ))

  it("tells nothing of sizes that the drive leaves out", () =>
    withFaultyDrive(
      onPds({ quota: 5000, faults: [answering(drive, { used_size: null })] }),
      async ({ drive, emulator }) => {
        assert.deepStrictEqual(await drive.spaces.driveInfo(), new DriveInfo({ fileSizeLimit: 700 }))
        assert.deepStrictEqual(emulator.remainingFaults(), [])
      }
    ))

  for (const code of ["ForbiddenNoPermission.Drive", "NotFound.Drive", "NotFound"]) {
    it(`has the product API's sizes where the drive may not be asked: ${code}`, () =>
      withFaultyDrive(
        onPds({ quota: 5000, faults: [answering(drive, { code, message: "no" }, 403)] }),
        async (faulty) => {
          assert.deepStrictEqual(
            await faulty.drive.spaces.driveInfo(),
            new DriveInfo({ fileSizeLimit: 700, totalSize: 5000, usedSize: 0 })
          )
          assert.deepStrictEqual(faulty.emulator.remainingFaults(), [])
        }
      ))
  }

  it("works for a space that is not selected, and asks no drive of a bucket", () =>
    withFaultyDrive({
      emulator: {
        spaces: [{ spaceId: "files", platform: "s3", quota: 10 }, { spaceId: "drive", platform: "pds", quota: 20 }]
      },
      faults: [answering(drive, { total_size: 21, used_size: 2 })]
    }, async (faulty) => {
      const { spaces } = faulty.drive
      assert.deepInclude(await spaces.driveInfo(), { totalSize: 10 })
      assert.deepInclude(await spaces.driveInfo({ spaceId: "drive" }), { totalSize: 21, usedSize: 2 })
      assert.deepStrictEqual(faulty.emulator.remainingFaults(), [])
      assert.strictEqual(spaces.current()?.spaceId, "files")
    }))
})
