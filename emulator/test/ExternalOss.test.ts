import { assert, describe, it } from "@effect/vitest"
import { Either } from "effect"
import * as CommandLine from "../src/CommandLine.js"
import { startEmulator } from "../src/index.js"
import { presign } from "../src/s3/presign.js"
import { announcing } from "./api/ProductCalls.js"
import { clientOf } from "./oss/endpoint.js"
import { signIn } from "./signIn.js"

const bytes = new TextEncoder().encode("held elsewhere")

describe("an emulator over somebody else's OSS bucket", () => {
  it("makes and hands out that bucket, finds what clients put there, copies and removes it", async () => {
    const server = await startEmulator()
    const externalOss = { ...server.oss, bucket: "elsewhere" }
    const drive = await startEmulator({ externalOss, credentialLifetime: "30 minutes" })
    assert.deepStrictEqual(drive.oss, externalOss)
    const client = clientOf(externalOss, {
      accessKeyId: externalOss.accessKeyId,
      secretAccessKey: externalOss.accessKeySecret
    })
    assert.strictEqual((await client.getBucketCORS("elsewhere")).rules[0]?.["allowedOrigin"], "*")

    const api = await signIn(drive.apiHost, drive.accessToken)
    const { data: keys } = await api("GET", "/api/v2/drive/space/oss-files/token")
    assert.deepStrictEqual(
      [keys.bucket_endpoint, keys.bucket_name, keys.access_key_id, keys.security_token, keys.callback],
      [server.oss.endpoint, "elsewhere", server.oss.accessKeyId, null, undefined]
    )
    assert.isAbove(Date.parse(keys.expire_time), Date.now() + 25 * 60_000)

    const files = "/api/v2/file/oss-files"
    const { data: created } = await api("POST", files, announcing("a ü.txt", bytes))
    const confirm = () => api("PUT", `${files}/upload/success-callback`, { file_ids: [created.file_id] })
    assert.deepStrictEqual((await confirm()).data.failed, [created.file_id])
    await client.put(created.object_key, Buffer.from(bytes))
    assert.deepStrictEqual((await confirm()).data.failed, [])

    const { data: rapid } = await api("POST", files, announcing("b.txt", bytes))
    assert.strictEqual(rapid.rapid_upload, true)
    const { data: download } = await api("POST", `${files}/download`, { file_id: rapid.file_id })
    assert.strictEqual(new URL(download.download_url).origin, server.oss.endpoint)
    assert.strictEqual(await (await fetch(download.download_url)).text(), "held elsewhere")

    for (const { file_id } of [created, rapid]) await api("DELETE", `${files}/${file_id}`)
    assert.deepStrictEqual((await client.list({})).objects, [])
    await drive.close()
    await server.close()
  })

  it("is not mistaken for an S3 bucket of the same name, nor for one of the emulator's own", async () => {
    const [ossServer, s3Server] = [await startEmulator(), await startEmulator()]
    const externalOss = { ...ossServer.oss, bucket: "same" }
    const externalS3 = { ...s3Server.s3, bucket: "same" }
    const spaces = [
      { spaceId: "oss-files", platform: "oss" },
      { spaceId: "s3-files", platform: "s3" },
      { spaceId: "pds-files", platform: "pds", bucket: "same" }
    ] as const
    const drive = await startEmulator({ externalOss, externalS3, spaces })
    const api = await signIn(drive.apiHost, drive.accessToken)
    const oss = clientOf(externalOss, {
      accessKeyId: externalOss.accessKeyId,
      secretAccessKey: externalOss.accessKeySecret
    })
    const put = {
      "oss-files": (key: string, text: string) => oss.put(key, Buffer.from(text)).then(() => undefined),
      "s3-files": async (key: string, text: string) => {
        const url = presign({ ...externalS3, credential: externalS3, method: "PUT", key, now: Date.now() })
        assert.strictEqual((await fetch(url, { method: "PUT", body: new TextEncoder().encode(text) })).status, 200)
      }
    }
    for (const spaceId of ["oss-files", "s3-files"] as const) {
      const files = `/api/v2/file/${spaceId}`
      const text = `held by ${spaceId}`
      const { data: created } = await api("POST", files, announcing("a.txt", new TextEncoder().encode(text)))
      await put[spaceId](created.object_key, text)
      const confirmed = await api("PUT", `${files}/upload/success-callback`, { file_ids: [created.file_id] })
      assert.deepStrictEqual(confirmed.data.failed, [])
      const { data: download } = await api("POST", `${files}/download`, { file_id: created.file_id })
      assert.strictEqual(await (await fetch(download.download_url)).text(), text)
    }
    await drive.close()
    await ossServer.close()
    await s3Server.close()
  })

  it("does not start when the bucket cannot be reached", async () => {
    const server = await startEmulator()
    await server.close()
    const failure = await startEmulator({ externalOss: server.oss }).then(() => undefined, (error: unknown) => error)
    assert.propertyVal(failure, "_tag", "StateStoreError")
    assert.notInclude(String(failure), server.oss.accessKeySecret)
  })
})

describe("--oss-… of the command", () => {
  const words = ["--oss-endpoint", "https://oss-cn-beijing.aliyuncs.com/", "--oss-bucket", "b", "--oss-key", "k"]

  it("are an external bucket, with a region that has a default", () => {
    const command = Either.getOrThrow(CommandLine.fromWords([...words, "--oss-secret", "s"]))
    assert.deepStrictEqual(command._tag === "Serve" ? command.options.externalOss : undefined, {
      endpoint: "https://oss-cn-beijing.aliyuncs.com",
      region: "oss-cn-hangzhou",
      bucket: "b",
      accessKeyId: "k",
      accessKeySecret: "s"
    })
  })

  it("are wanted all or none, and an origin", () => {
    const problem = (given: ReadonlyArray<string>) =>
      Either.getOrThrow(Either.flip(CommandLine.fromWords(given))).message
    assert.strictEqual(problem(words), "also needed: --oss-secret")
    assert.strictEqual(
      problem(["--oss-region", "r"]),
      "also needed: --oss-endpoint, --oss-bucket, --oss-key, --oss-secret"
    )
    assert.match(problem([...words.with(1, "ftp://x"), "--oss-secret", "s"]), /^--oss-endpoint takes an http or https/)
  })
})
