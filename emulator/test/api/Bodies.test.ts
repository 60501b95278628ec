import { assert, describe, it, onTestFinished } from "@effect/vitest"
import { startEmulator } from "../../src/index.js"
import { productHeaders } from "./ProductCalls.js"

describe("bodies of product calls", () => {
  it("that are nested without end are 400, brackets in texts are none", async () => {
    const drive = await startEmulator()
    onTestFinished(() => drive.close())
    const login = async (body: string) => {
      const headers = { ...productHeaders, "content-type": "application/json" }
      const response = await fetch(`${drive.apiHost}/api/v2/user/login`, { method: "POST", headers, body })
      return [response.status, (await response.json()).code]
    }
    const nested = (open: string, close: string) => open.repeat(50_000) + "1" + close.repeat(50_000)
    assert.deepStrictEqual(await login(nested("[", "]")), [400, "InvalidParameter.body"])
    assert.deepStrictEqual(await login(nested("{\"access_token\":", "}")), [400, "InvalidParameter.body"])
    const text = JSON.stringify({ access_token: "\"\\[{".repeat(1000) })
    assert.deepStrictEqual(await login(text), [401, "InvalidAccessToken"])
  })
})
