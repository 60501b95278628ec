import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { SignedIn } from "./ProductCalls.js"
import { inProcess, signedIn, textBytes, upload } from "./ProductCalls.js"

const files = "/api/v2/file/s3-files"

const folder = (api: SignedIn, name: string, parent_file_id = "root") =>
  Effect.map(
    api("POST", files, { file_name: name, file_type: 2, parent_file_id }),
    ({ body }): string => body.data.file_id
  )

const file = (api: SignedIn, name: string, text: string, parent_file_id = "root") =>
  Effect.map(
    upload(api, "s3-files", name, textBytes(text), { parent_file_id }),
    ({ data }): string => data.file_id
  )

const names = (api: SignedIn, parent: string) =>
  Effect.map(
    api("GET", `${files}/list?parent_file_id=${parent}&order=name`),
    ({ body }): ReadonlyArray<string> => body.data.list.map((entry: { file_name: string }) => entry.file_name)
  )

const codes = (
  answer: { readonly body: { readonly data: { readonly error_items: ReadonlyArray<{ code: unknown }> } } }
) => answer.body.data.error_items.map(({ code }) => code)

describe("copies, moves and removal", () => {
  it.live("names that are taken: renamed by default, refused, replaced", () =>
    Effect.gen(function*() {
      const api = yield* signedIn
      const to = yield* folder(api, "to")
      yield* file(api, "a.txt", "old", to)
      const a = yield* file(api, "a.txt", "new")
      const copy = (check_name_mode?: string) =>
        api("POST", `${files}/copy`, { file_ids: [a], to_parent_file_id: to, check_name_mode })
      yield* copy()
      assert.deepStrictEqual(yield* names(api, to), ["a (1).txt", "a.txt"])
      assert.deepStrictEqual(codes(yield* copy("refuse")), ["AlreadyExist.File"])
      yield* copy("overwrite")
      assert.deepStrictEqual(yield* names(api, to), ["a (1).txt", "a.txt"])
      const beside = yield* api("POST", `${files}/copy`, { file_ids: [a], to_parent_file_id: "root" })
      assert.strictEqual(beside.body.data.success_items.length, 1)
      assert.deepStrictEqual(yield* names(api, "root"), ["a (1).txt", "a.txt", "to"])
    }).pipe(Effect.provide(inProcess())))

  it.live("a folder is not put into itself, nor into a file, nor into nothing", () =>
    Effect.gen(function*() {
      const api = yield* signedIn
      const top = yield* folder(api, "top")
      const below = yield* folder(api, "below", top)
      const a = yield* file(api, "a", "a")
      for (const call of ["copy", "move"]) {
        const into = (to: string) => api("POST", `${files}/${call}`, { file_ids: [top], to_parent_file_id: to })
        assert.deepStrictEqual(codes(yield* into(top)), ["InvalidParameter.to_parent_file_id"])
        assert.deepStrictEqual(codes(yield* into(below)), ["InvalidParameter.to_parent_file_id"])
        assert.deepStrictEqual(codes(yield* into(a)), [381413])
        assert.deepStrictEqual(codes(yield* into("nowhere")), [381413])
      }
      assert.deepStrictEqual(yield* names(api, "root"), ["a", "top"])
    }).pipe(Effect.provide(inProcess())))

  it.live("moving to where it is does nothing", () =>
    Effect.gen(function*() {
      const api = yield* signedIn
      const a = yield* file(api, "a", "a")
      const moved = yield* api("POST", `${files}/move`, { file_ids: [a], to_parent_file_id: "root" })
      assert.strictEqual(moved.body.data.success_items.length, 1)
      assert.deepStrictEqual(yield* names(api, "root"), ["a"])
    }).pipe(Effect.provide(inProcess())))

  it.live("copies count against the quota, as a whole", () =>
    Effect.gen(function*() {
      const api = yield* signedIn
      const top = yield* folder(api, "top")
      yield* file(api, "a", "123456", top)
      yield* file(api, "b", "1234", top)
      const to = yield* folder(api, "to")
      const copy = () => api("POST", `${files}/copy`, { file_ids: [top], to_parent_file_id: to })
      assert.deepStrictEqual(codes(yield* copy()), [])
      assert.deepStrictEqual(codes(yield* copy()), ["QuotaExhausted"])
      assert.deepStrictEqual(yield* names(api, to), ["top"])
      yield* api("DELETE", `${files}/${top}`)
      assert.deepStrictEqual(
        codes(
          yield* api("POST", `${files}/copy`, {
            file_ids: [yield* folder(api, "empty")],
            to_parent_file_id: to
          })
        ),
        []
      )
    }).pipe(Effect.provide(inProcess({ quota: 25 }))))

  it.live("a folder goes with all that is in it, and its bytes with the last copy", () =>
    Effect.gen(function*() {
      const api = yield* signedIn
      const top = yield* folder(api, "top")
      const a = yield* file(api, "a", "abc", top)
      const copied = yield* api("POST", `${files}/copy`, { file_ids: [a], to_parent_file_id: "root" })
      const copy: string = copied.body.data.success_items[0].new_file_id
      assert.strictEqual((yield* api("DELETE", `${files}/${top}`)).body.code, 0)
      assert.strictEqual((yield* api("DELETE", `${files}/${top}`)).body.code, "NotFound.File")
      assert.strictEqual((yield* api("GET", `${files}/${a}/info`)).body.code, "NotFound.File")
      const used = () => Effect.map(api("GET", "/api/v2/user/s3-files/drive/info"), ({ body }) => body.data.used_size)
      assert.strictEqual(yield* used(), 3)
      yield* api("DELETE", `${files}/${copy}`)
      assert.strictEqual(yield* used(), 0)
      assert.strictEqual((yield* api("DELETE", `${files}/root`)).body.code, "InvalidParameter.file_id")
    }).pipe(Effect.provide(inProcess())))
})
