/** Values in other types than ours, and fields that nobody can read. */
import { assert, describe, it } from "@effect/vitest"
import type { Schema } from "effect"
import { Effect, Redacted } from "effect"
import { AssetList } from "../../../src/domain/Asset.js"
import { fromWire, WireTask } from "../../../src/domain/AsyncTask.js"
import { CredentialResponse } from "../../../src/domain/CredentialResponse.js"
import { RecycleListFromWire } from "../../../src/domain/RecycleItem.js"
import { SpaceBenefit, SpaceList } from "../../../src/domain/Space.js"
import { FileListFromWire } from "../../../src/domain/WireFile.js"
import { DriveApi } from "../../../src/services/DriveApi.js"
import type { DriveEvent } from "../../../src/services/DriveEvents.js"
import { DriveEvents } from "../../../src/services/DriveEvents.js"
import { assertFields } from "./assertFields.js"
import type { Answer } from "./fakeProduct.js"
import { apiLayer, data, fakeProduct } from "./fakeProduct.js"

/** What a call gives for this answer, and the fields that its event names. */
const answered = <A, I>(response: Schema.Schema<A, I>, answer: Answer) =>
  Effect.scoped(Effect.gen(function*() {
    const events: Array<DriveEvent> = []
    yield* (yield* DriveEvents).on((event) => events.push(event))
    const request = { operation: "Test.read", method: "GET", path: "/api/v2/test", response } as const
    const value = yield* (yield* DriveApi).request(request)
    return { value, leftOut: events.flatMap((event) => event._tag === "FieldsLeftOut" ? event.fields : []) }
  })).pipe(Effect.provide(apiLayer(fakeProduct(() => answer).layer)))

const file = { file_id: "f", file_name: "a", file_size: 1, file_type: 1 }

describe("values in other types", () => {
  it.effect("ids as numbers, numbers as text, flags as 0 and 1", () =>
    Effect.gen(function*() {
      const list = [{
        file_id: 4711,
        file_name: 2026,
        file_size: "12",
        file_type: "1",
        parent_file_id: 7,
        asset_id: 9,
        hidden: 1,
        starred: "0",
        user_tags: [{ key: 1, value: 2 }],
        created_at: "1767323045"
      }]
      const { leftOut, value } = yield* answered(FileListFromWire, data({ list, total: "1" }))
      assert.deepStrictEqual(leftOut, [])
      assert.strictEqual(value.total, 1)
      assertFields(value.items[0], {
        fileId: "4711",
        name: "2026",
        size: 12,
        type: "file",
        parentFileId: "7",
        assetId: "9",
        hidden: true,
        starred: false,
        userTags: [{ key: "1", value: "2" }],
        createdAt: 1_767_323_045_000
      })
    }))

  it.effect("an id keeps all its digits", () =>
    Effect.gen(function*() {
      const text =
        "{\"code\":0,\"data\":{\"list\":[{\"space_id\": 9007199254740993,\"name\":\"is 9007199254740993\"}],\"total\":1}}"
      const { value } = yield* answered(SpaceList, { text })
      const items = "list" in value ? value.list : value.items
      assertFields(items?.[0], { spaceId: "9007199254740993", name: "is 9007199254740993" })
    }))

  it.effect("absent as null, as an empty text, or missing", () =>
    Effect.gen(function*() {
      for (const none of [null, "", undefined]) {
        const entry = {
          ...file,
          size: none,
          parent_file_id: none,
          content_type: none,
          hidden: none,
          status: none,
          user_tags: none,
          updated_at: none,
          download_url: none
        }
        const { leftOut, value } = yield* answered(FileListFromWire, data({ list: [entry], total: none }))
        assert.deepStrictEqual(leftOut, [])
        assert.deepStrictEqual<unknown>({ ...value.items[0] }, {
          fileId: "f",
          name: "a",
          size: 1,
          type: "file",
          userTags: []
        })
        assert.strictEqual(value.total, undefined)
        const limits = yield* answered(SpaceBenefit, data({ file_size_limit: none, single_file_download_speed: none }))
        assertFields(limits.value, { fileSizeLimit: 0, singleFileDownloadSpeed: 0 })
        const bin = yield* answered(RecycleListFromWire, data({ list: none, total: none, next_marker: none }))
        assert.deepStrictEqual([bin.value.list ?? [], bin.leftOut], [[], []])
      }
    }))

  it.effect("a credential and a task", () =>
    Effect.gen(function*() {
      const access = {
        params: { drive_id: 12, access_token: 34, expires_in: "7200", endpoint: "https://pds.example.com" }
      }
      const { value } = yield* answered(CredentialResponse, data({ platform: "1", expire_time: "", ...access }))
      assertFields(value, { platform: "pds" })
      assertFields(value.params, { drive_id: "12", expires_in: 7200 })
      assert.deepStrictEqual(value.params?.access_token, Redacted.make("34"))
      const task = yield* answered(
        WireTask,
        data({ task_id: 5, task_status: "SUCCESS", error_code: "0", error_message: "" })
      )
      assertFields(fromWire("5", task.value), { taskId: "5", state: "Succeed", errorCode: undefined })
    }))
})

describe("what the service says of a task", () => {
  it("is one short line without secrets", () => {
    const task = fromWire("t", {
      task_status: "FAILED",
      error_code: "Bad\u0007Token",
      error_message: `token=abcdef\r\n${"x".repeat(500)}`
    })
    assert.strictEqual(task.errorCode, "Bad Token")
    assert.strictEqual(task.errorMessage, `token=<cut out> ${"x".repeat(384)}…`)
  })
})

describe("a field that nobody can read", () => {
  it.effect("is left out of its entry, and an event names it without its value", () =>
    Effect.gen(function*() {
      const list = [file, {
        ...file,
        file_id: "g",
        hidden: "secret",
        user_tags: [{ value: "v" }],
        updated_at: "yesterday",
        content_type: { a: 1 }
      }]
      const { leftOut, value } = yield* answered(FileListFromWire, data({ list, total: "many" }))
      assert.sameMembers([...leftOut], [
        "data.list[1].hidden",
        "data.list[1].user_tags",
        "data.list[1].updated_at",
        "data.list[1].content_type",
        "data.total"
      ])
      assert.deepStrictEqual(value.items.map(({ fileId }) => String(fileId)), ["f", "g"])
      assertFields(value.items[1], { hidden: undefined, contentType: undefined, updatedAt: undefined, userTags: [] })
    }))

  it.effect("of a record within an entry takes the record along where it cannot be without", () =>
    Effect.gen(function*() {
      const assets = { items: [{ asset_id: "a", file: { file_id: "f" }, name: "x" }] }
      const { leftOut, value } = yield* answered(AssetList, data(assets))
      assert.deepStrictEqual(leftOut, ["data.items[0].file"])
      assertFields(value.items?.[0], { assetId: "a", name: "x", file: undefined })
    }))

  it.effect("fails the page where the entry is none without it, or where it is the page itself", () =>
    Effect.gen(function*() {
      const failed = <A, I>(response: Schema.Schema<A, I>, answer: unknown) =>
        Effect.flip(answered(response, data(answer)))
      const noId = { ...file, file_id: { odd: true }, hidden: "odd" }
      assertFields(yield* failed(FileListFromWire, { list: [file, noId] }), { field: "data.list[1].file_id" })
      assertFields(yield* failed(FileListFromWire, { list: "odd" }), { field: "data.list" })
      assertFields(yield* failed(AssetList, { items: 7 }), { field: "data.items" })
      assertFields(yield* failed(RecycleListFromWire, { list: [], next_marker: {} }), { field: "data.next_marker" })
    }))
})

describe("what is wrong with an answer", () => {
  const said: ReadonlyArray<
    readonly [
      what: string,
      response: Schema.Schema.AnyNoContext,
      answer: Answer,
      field: string | undefined,
      detail: string
    ]
  > = [
    ["an empty body", SpaceBenefit, { text: "" }, undefined, "the body is empty"],
    ["a list in place of an object", FileListFromWire, data([file]), "data", "expected an object"],
    ["an object in place of a list", FileListFromWire, data({ list: file }), "data.list", "expected a list"],
    ["a row that is null", FileListFromWire, data({ list: [null] }), "data.list[0]", "expected an object"],
    [
      "a type that nobody knows",
      FileListFromWire,
      data({ list: [{ file_id: "f", name: "a", size: 1, type: "shortcut" }] }),
      "data.list[0].type",
      "expected a file type: 1 or file, 2 or folder"
    ],
    [
      "a size that is none, in one of many files",
      FileListFromWire,
      data({ list: [file, { file_id: 7, name: "a", size: -1, type: 1 }] }),
      "data.list[1].size",
      "expected a non-negative number"
    ],
    [
      "nothing at all, beside a field that nobody can read and nobody needs",
      FileListFromWire,
      data({ list: [{ ...file, hidden: "perhaps" }, { file_id: "f", name: "a", type: 1 }] }),
      "data.list[1].file_size",
      "missing"
    ],
    [
      "a platform of the future",
      CredentialResponse,
      data({ platform: 9 }),
      "data.platform",
      "expected a platform code from 1 to 5"
    ]
  ]
  for (const [what, response, answer, field, detail] of said) {
    it.effect(`is said in words: ${what}`, () =>
      Effect.gen(function*() {
        const error = yield* Effect.flip(answered(response, answer))
        assertFields(error, { _tag: "TransportError", reason: "Decode", field, detail })
      }))
  }
})
