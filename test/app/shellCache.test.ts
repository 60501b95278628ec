import { assert, describe, it } from "@effect/vitest"
import type { ShellCaches, ShellRoute } from "../../app/src/offline/ShellCache.js"
import { cleanUp, isOfShell, pastWorker, sendPast } from "../../app/src/offline/ShellCache.js"

const origin = "https://drive.example"
const files = ["/assets/index-abc.js", "/mark.svg"]

const stands = (path: string, { method = "GET", mode = "cors" as Request["mode"] } = {}): boolean =>
  isOfShell({ method, mode, url: new URL(path, origin).href }, origin, files)

describe("what the kept shell stands in for", () => {
  it("its own files, and the addresses that a person opens", () => {
    assert.isTrue(stands("/assets/index-abc.js"))
    assert.isTrue(stands("/space/f/folder?view=grid", { mode: "navigate" }))
    assert.isTrue(stands("/", { mode: "navigate" }))
  })

  it("never an answer of the API, bytes of a file, or another origin", () => {
    assert.isFalse(stands("/api/v2/user/login", { method: "POST" }))
    assert.isFalse(stands("/api/v2/file/s/list"))
    assert.isFalse(stands("/api/download/f1", { mode: "navigate" }))
    assert.isFalse(stands("/thumbnail/f1"))
    assert.isFalse(stands("/share/code", { mode: "navigate" }))
    assert.isFalse(stands("/assets/aliyun-oss-sdk-xyz.js"))
    assert.isFalse(stands("/report.pdf", { mode: "navigate" }))
    assert.isFalse(stands("https://storage.example/assets/index-abc.js"))
  })

  it("nothing that a browser sends past the worker", () => {
    for (const { condition } of pastWorker) {
      if ("requestMethod" in condition) assert.isFalse(stands("/mark.svg", { method: condition.requestMethod }))
      else assert.isFalse(stands(condition.urlPattern.replace("*", "f1"), { mode: "navigate" }))
    }
  })

  it("a browser that refuses some of the rules, or has none, keeps the worker", async () => {
    const taken: Array<ShellRoute> = []
    const refused = await sendPast({
      addRoutes: (rules) => {
        if (rules.some(({ condition }) => "requestMethod" in condition)) throw new TypeError("no such condition")
        if (rules.some(({ condition }) => "urlPattern" in condition && condition.urlPattern.startsWith("/api"))) {
          return Promise.reject(new TypeError("no such pattern"))
        }
        taken.push(...rules)
        return Promise.resolve()
      }
    })
    assert.deepStrictEqual(taken, pastWorker.slice(-1))
    assert.deepStrictEqual(refused, pastWorker.slice(0, -1))
    assert.deepStrictEqual(await sendPast({}), [])
  })

  it("the newest and the one before it are kept, and caches of others are left alone", async () => {
    const gone: Array<string> = []
    const caches: ShellCaches = {
      open: () => Promise.reject(new Error("nothing is opened")),
      keys: () => Promise.resolve(["drive-shell-1", "others", "drive-shell-2", "drive-shell-3"]),
      delete: (name) => Promise.resolve(gone.push(name) > 0),
      match: () => Promise.resolve(undefined)
    }
    await cleanUp(caches)
    assert.deepStrictEqual(gone, ["drive-shell-1"])
  })
})
