import { ListObjectsV2Command } from "@aws-sdk/client-s3"
import { assert, describe, it } from "@effect/vitest"
import { sampleSpaces, startEmulator } from "../src/index.js"
import { presign } from "../src/s3/presign.js"
import { announcing } from "./api/ProductCalls.js"
import { failure } from "./oss/aliOss.js"
import { clientOf as ossClientOf } from "./oss/endpoint.js"
import { clientOf as s3ClientOf } from "./s3/endpoint.js"
import { signIn } from "./signIn.js"

const bytes = new TextEncoder().encode("held elsewhere")

describe("an emulator over somebody else's S3 server", () => {
  it("hands out that server, finds what clients put there, and never sees the bytes", async () => {
    const server = await startEmulator()
    const externalS3 = { ...server.s3, bucket: "elsewhere" }
    const drive = await startEmulator({ externalS3, credentialLifetime: "30 minutes" })
    assert.deepStrictEqual(drive.s3, externalS3)
    const api = await signIn(drive.apiHost, drive.accessToken)

    const { data: keys } = await api("GET", "/api/v2/drive/space/s3-files/token")
    assert.deepStrictEqual(
      [keys.bucket_endpoint, keys.bucket_name, keys.access_key_id, keys.security_token],
      [server.s3.endpoint, "elsewhere", server.s3.accessKeyId, null]
    )
    assert.isAbove(Date.parse(keys.expire_time), Date.now() + 25 * 60_000)

    const put = (key: string) =>
      fetch(presign({ ...externalS3, credential: externalS3, method: "PUT", key, now: Date.now() }), {
        method: "PUT",
        body: bytes
      })
    const files = "/api/v2/file/s3-files"
    const { data: created } = await api("POST", files, announcing("a.txt", bytes))
    const confirm = () => api("PUT", `${files}/upload/success-callback`, { file_ids: [created.file_id] })
    assert.deepStrictEqual((await confirm()).data.failed, [created.file_id])
    assert.strictEqual((await put(created.object_key)).status, 200)
    assert.deepStrictEqual((await confirm()).data.failed, [])

    const { data: rapid } = await api("POST", files, announcing("b.txt", bytes))
    assert.strictEqual(rapid.rapid_upload, true)
    const { data: download } = await api("POST", `${files}/download`, { file_id: rapid.file_id })
    assert.strictEqual(new URL(download.download_url).origin, server.s3.endpoint)
    assert.strictEqual(await (await fetch(download.download_url)).text(), "held elsewhere")

    await server.close()
    const unreachable = await fetch(`${drive.apiHost}${files}/upload/success-callback`, { method: "PUT" })
    assert.strictEqual(unreachable.status, 400)
    await drive.close()
  })

  it("keeps the bytes of drives there too, and forgets them with the process", async () => {
    const server = await startEmulator()
    const externalS3 = { ...server.s3, bucket: "elsewhere" }
    const drive = await startEmulator({ externalS3 })
    const { accessToken, driveId, endpoint } = drive.pds
    const call = async (path: string, body: Record<string, unknown>) => {
      const response = await fetch(`${endpoint}/v2${path}`, {
        method: "POST",
        headers: { authorization: `Bearer ${accessToken}` },
        body: JSON.stringify({ drive_id: driveId, ...body })
      })
      return response.json()
    }
    const created = await call("/file/create", { name: "a", type: "file", parent_file_id: "root" })
    const before = server.traffic().accepted
    await fetch(created.part_info_list[0].upload_url, { method: "PUT", body: bytes })
    const { file_id, upload_id } = created
    assert.strictEqual((await call("/file/complete", { file_id, upload_id })).size, bytes.length)
    assert.strictEqual(server.traffic().accepted - before, bytes.length)
    const { url } = await call("/file/get_download_url", { file_id })
    assert.strictEqual(new URL(url).origin, endpoint)
    const range = await fetch(url, { headers: { range: "bytes=5-" } })
    assert.strictEqual(await range.text(), "elsewhere")

    const api = await signIn(drive.apiHost, drive.accessToken)
    const { data: asset } = await api("POST", "/api/v2/drive/pds-files/asset", { file_id })
    const { data: down } = await api("GET", `/api/v2/drive/pds-files/asset/${asset.asset_id}/down-url`)
    assert.notStrictEqual(new URL(down.download_url).origin, server.s3.endpoint)
    assert.strictEqual(await (await fetch(down.download_url)).text(), "held elsewhere")
    await drive.close()
    await server.close()
  })

  it("keeps nothing there of an object that was to be copied into an upload that is gone", async () => {
    const server = await startEmulator()
    const externalS3 = { ...server.s3, bucket: "elsewhere" }
    const drive = await startEmulator({ externalS3, spaces: [{ spaceId: "o", platform: "oss", bucket: "files" }] })
    const key = { accessKeyId: drive.oss.accessKeyId, secretAccessKey: drive.oss.accessKeySecret }
    const settings = { authorizationV4: true, sldEnable: false }
    const client = ossClientOf({ endpoint: drive.oss.endpoint, bucket: "files" }, key, settings)
    const admin = s3ClientOf(server.s3.endpoint, server.s3)
    const stored = async () => (await admin.send(new ListObjectsV2Command({ Bucket: "elsewhere" }))).KeyCount
    await client.put("source", Buffer.from(bytes))
    const { uploadId } = await client.initMultipartUpload("copy")
    await client.abortMultipartUpload("copy", uploadId)
    assert.strictEqual(await stored(), 1)
    const copied = client.uploadPartCopy("copy", uploadId, 1, undefined, {
      sourceKey: "source",
      sourceBucketName: "files"
    })
    assert.deepStrictEqual(await failure(copied), { code: "NoSuchUpload", status: 404 })
    await client.delete("source")
    assert.strictEqual(await stored(), 0)
    await drive.close()
    await server.close()
  })

  it("does not start when the server cannot be reached", async () => {
    const server = await startEmulator()
    await server.close()
    const failure = await startEmulator({ externalS3: server.s3 }).then(() => undefined, (error: unknown) => error)
    assert.propertyVal(failure, "_tag", "StateStoreError")
    assert.notInclude(String(failure), server.s3.secretAccessKey)
  })
})

describe("startEmulator", () => {
  it("says where it is and which faults are left, and closes", async () => {
    const fault = { match: { path: "/never" }, action: { _tag: "reset" } } as const
    const drive = await startEmulator({ accessToken: "given", faults: [fault] })
    assert.strictEqual(drive.accessToken, "given")
    assert.deepStrictEqual(drive.spaces, sampleSpaces.map(({ platform, spaceId }) => ({ spaceId, platform })))
    assert.deepStrictEqual(drive.remainingFaults(), [fault])
    const api = await signIn(drive.apiHost, "given")
    assert.strictEqual((await api("POST", "/api/v2/drive/space/list", {})).data.total, sampleSpaces.length)
    await drive.signOutAll()
    assert.strictEqual((await api("POST", "/api/v2/drive/space/list", {})).data, undefined)
    await drive.close()
    assert.strictEqual(await fetch(drive.apiHost).then(() => "open", () => "closed"), "closed")
  })

  it("rejects with the error itself when its port is taken", async () => {
    const drive = await startEmulator()
    const port = Number(new URL(drive.apiHost).port)
    const failure = await startEmulator({ port }).then(() => undefined, (error: unknown) => error)
    assert.propertyVal(failure, "_tag", "ListenError")
    await drive.close()
  })
})
