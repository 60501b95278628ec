import { assert, describe, it, onTestFinished } from "@effect/vitest"
import { type ChildProcess, spawn } from "node:child_process"
import * as fs from "node:fs/promises"
import * as os from "node:os"
import * as path from "node:path"
import { bundledProgram } from "../../test/bundledProgram.js"
import { sampleSpaces } from "../src/EmulatorOptions.js"
import { presign } from "../src/s3/presign.js"
import { announcing, productHeaders, sha1 } from "./api/ProductCalls.js"

interface Address {
  readonly apiHost: string
  readonly accessToken: string
  readonly s3: { endpoint: string; region: string; bucket: string; accessKeyId: string; secretAccessKey: string }
}

const start = async (file: string, data: string): Promise<{ child: ChildProcess; address: Address }> => {
  const child = spawn(process.execPath, [file, "--json", "--port", "0", "--data", data], {
    stdio: ["ignore", "pipe", "inherit"]
  })
  // A test that fails must not leave it behind.
  onTestFinished(async () => {
    child.kill("SIGKILL")
    await ended(child)
  })
  const address = await new Promise<Address>((resolve, reject) => {
    let text = ""
    child.stdout?.on("data", (chunk: Buffer) => {
      text += chunk.toString()
      if (text.includes("\n")) resolve(JSON.parse(text.slice(0, text.indexOf("\n"))))
    })
    child.on("exit", () => reject(new Error("the emulator did not start")))
  })
  return { child, address }
}

const ended = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => child.exitCode === null && child.signalCode === null ? child.on("exit", resolve) : resolve())

const signIn = async ({ accessToken, apiHost }: Address) => {
  const ask = (cookie: string) => async (method: string, url: string, body?: unknown) => {
    const response = await fetch(apiHost + url, {
      method,
      headers: { ...productHeaders, cookie },
      body: body === undefined ? null : JSON.stringify(body)
    })
    return { data: (await response.json()).data, cookie: response.headers.get("set-cookie")?.split(";")[0] ?? "" }
  }
  const { cookie } = await ask("")("POST", "/api/v2/user/login", { access_token: accessToken })
  return { api: ask(cookie), cookie, withCookie: ask }
}

const bytesOf = (name: string) => new TextEncoder().encode(name.repeat(5000))

const signed = (address: Address, method: "GET" | "PUT", key: string): string =>
  presign({ ...address.s3, method, key, credential: address.s3, now: Date.now() })

const uploadOne = async (address: Address, api: Awaited<ReturnType<typeof signIn>>["api"], name: string) => {
  const bytes = bytesOf(name)
  const { data } = await api("POST", "/api/v2/file/s3-files", announcing(name, bytes))
  const put = await fetch(signed(address, "PUT", data.object_key), { method: "PUT", body: new Blob([bytes]) })
  assert.strictEqual(put.status, 200)
  const done = await api("PUT", "/api/v2/file/s3-files/upload/success-callback", { file_ids: [data.file_id] })
  assert.deepStrictEqual(done.data.failed, [])
}

/** Uploads file after file until the connection breaks; tells of each name that was confirmed. */
const uploadUntilBroken = async (
  address: Address,
  lane: string,
  api: Awaited<ReturnType<typeof signIn>>["api"],
  confirmed: (name: string) => void
) => {
  for (let number = 0;; number++) {
    const name = `${lane}-${number}`
    try {
      await uploadOne(address, api, name)
    } catch (error) {
      if (error instanceof TypeError || error instanceof SyntaxError) return
      throw error
    }
    confirmed(name)
  }
}

describe("a killed emulator", () => {
  it("has every file that it confirmed, whole, and nothing half", async () => {
    const file = await bundledProgram("emulator/src/cli.ts")
    const data = await fs.mkdtemp(path.join(os.tmpdir(), "drive-kill-"))
    onTestFinished(async () => {
      await fs.rm(data, { recursive: true })
      await fs.rm(file)
    })
    const confirmed: Array<string> = []
    let cookie = ""
    for (let round = 0; round < 4; round++) {
      const { address, child } = await start(file, data)
      const { api, withCookie, ...session } = await signIn(address)
      if (round > 0) {
        const { data: spaces } = await withCookie(cookie)("POST", "/api/v2/drive/space/list", {})
        assert.strictEqual(spaces.total, sampleSpaces.length, "a session outlives the process")
      }
      cookie = session.cookie
      const { data: listed } = await api("GET", "/api/v2/file/s3-files/list?page_size=1000")
      const names = new Set(listed.list.map((one: { file_name: string }) => one.file_name))
      assert.deepStrictEqual(confirmed.filter((name) => !names.has(name)), [])
      for (const one of listed.list) {
        const response = await fetch(signed(address, "GET", one.object_key))
        assert.strictEqual(sha1(new Uint8Array(await response.arrayBuffer())), one.content_hash)
      }
      // Killed while one lane hears of its success and the others are somewhere on their way.
      const enough = confirmed.length + 5 + 4 * round
      await Promise.all(
        ["a", "b", "c", "d"].map((lane) =>
          uploadUntilBroken(address, `${round}${lane}`, api, (name) => {
            if (confirmed.push(name) === enough) child.kill("SIGKILL")
          })
        )
      )
      await ended(child)
    }
    assert.isAtLeast(confirmed.length, 44)

    const { child } = await start(file, data)
    child.kill("SIGTERM")
    await ended(child)
    assert.strictEqual(child.exitCode, 0)
  })

  it(
    "ends with 1 and a reason when its port or its directory is taken, with 2 when it does not understand",
    async () => {
      const file = await bundledProgram("emulator/src/cli.ts")
      const data = await fs.mkdtemp(path.join(os.tmpdir(), "drive-cli-"))
      onTestFinished(async () => {
        await fs.rm(data, { recursive: true })
        await fs.rm(file)
      })
      const run = async (...words: ReadonlyArray<string>) => {
        const child = spawn(process.execPath, [file, ...words], { stdio: ["ignore", "pipe", "pipe"] })
        onTestFinished(() => void child.kill("SIGKILL"))
        let text = ""
        for (const stream of [child.stdout, child.stderr]) {
          stream.on("data", (chunk: Buffer) => text += chunk.toString())
        }
        await new Promise((resolve) => child.on("close", resolve))
        return { code: child.exitCode, text }
      }
      const { address, child } = await start(file, data)
      const directory = await run("--port", "0", "--data", data)
      assert.deepStrictEqual([directory.code, directory.text.includes("is in use by process")], [1, true])
      const { port } = new URL(address.apiHost)
      const taken = await run("--port", port)
      assert.deepStrictEqual([taken.code, taken.text], [1, `effect-drive-emulator: port ${port} is in use\n`])
      child.kill("SIGINT")
      await ended(child)
      assert.strictEqual(child.exitCode, 0)
      const wrong = [["--bogus"], ["--port", "x"], ["word"], ["--s3-bucket", "b"], ["--s3-endpoint", "ftp://x"]]
      const ends = await Promise.all(wrong.map((words) => run(...words)))
      assert.deepStrictEqual(ends.map(({ code }) => code), wrong.map(() => 2))
      const help = await run("--help")
      assert.deepStrictEqual([help.code, help.text.startsWith("effect-drive-emulator")], [0, true])
    }
  )
})
