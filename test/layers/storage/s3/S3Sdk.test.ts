import { assert, describe, it } from "@effect/vitest"
import { setImmediate } from "node:timers/promises"
import { withoutVersionNotice } from "../../../../src/layers/storage/s3/S3SdkClient.js"
import { sdk } from "./sdk.js"

describe("the AWS SDK", () => {
  it("is constructed without a word about the version of Node, and leaves the environment as it was", async () => {
    const warnings: Array<string> = []
    const listener = (warning: Error) => warnings.push(warning.message)
    process.on("warning", listener)
    const { S3Client } = await sdk()
    const client = withoutVersionNotice(() => new S3Client({ region: "eu-1" }))
    await setImmediate()
    process.off("warning", listener)
    client.destroy()
    assert.deepStrictEqual(warnings, [])
    assert.notProperty(process.env, "AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED")
  })
})
