import { assert, describe, it } from "@effect/vitest"
import type { FaultAction } from "../../../src/testing/FaultScript.js"
import { startEmulator } from "../../src/index.js"
import { failure } from "./aliOss.js"
import { clientOf } from "./endpoint.js"

describe("a fault script in front of the OSS endpoint", () => {
  it("hits its requests alone, in OSS's own words, and what was dropped was done", async () => {
    const drive = await startEmulator()
    const { accessKeyId, accessKeySecret } = drive.oss
    const client = clientOf(drive.oss, { accessKeyId, secretAccessKey: accessKeySecret }, { authorizationV4: true })
    const put = (name: string) => client.put(name, Buffer.from(name))
    const hit = async (name: string, action: FaultAction) => {
      drive.faults.add([{ match: { target: "oss", method: "PUT", path: name }, action }])
      return (await failure(put(name))).code
    }
    assert.strictEqual(await hit("expired", { _tag: "expire" }), "SecurityTokenExpired")
    assert.strictEqual(await hit("skewed", { _tag: "skew", millis: 3_600_000 }), "RequestTimeTooSkewed")
    assert.strictEqual(await hit("reset", { _tag: "reset", afterBytes: 2 }), "ResponseError")
    assert.strictEqual(await hit("dropped", { _tag: "dropReply" }), "ResponseError")
    assert.deepStrictEqual(drive.remainingFaults(), [])
    assert.deepStrictEqual((await client.list({})).objects.map((one) => one.name), ["dropped"])
    assert.strictEqual((await put("expired")).res.status, 200)
    await drive.close()
  })
})
