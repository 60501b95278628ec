import { assert, describe, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import { inProcess } from "../api/ProductCalls.js"
import { drive, get } from "./inProcess.js"

interface BatchResponse {
  readonly id: string
  readonly status: number
  readonly body: { readonly code?: string } | null
}

describe("files of a drive", () => {
  it.effect("are listed in one order, page by page, with markers that outlive changes", () =>
    Effect.gen(function*() {
      const { call, folder, upload } = yield* drive()
      const parent = yield* folder("listed")
      for (const name of ["b", "a", "d", "c"]) {
        yield* upload(name, name.repeat(3), parent)
        yield* TestClock.adjust("1 second")
      }
      const page = (more: Record<string, unknown>) => call("/file/list", { parent_file_id: parent, limit: 2, ...more })
      const namesOf = ({ body }: { readonly body: { readonly items: ReadonlyArray<{ readonly name: string }> } }) =>
        body.items.map((item) => item.name)

      const first = yield* page({})
      assert.deepStrictEqual(namesOf(first), ["b", "a"])
      const second = yield* page({ marker: first.body.next_marker })
      assert.deepStrictEqual([namesOf(second), second.body.next_marker], [["d", "c"], ""])

      const byName = { order_by: "name", order_direction: "DESC" }
      const named = yield* page(byName)
      assert.deepStrictEqual(namesOf(named), ["d", "c"])
      yield* call("/file/delete", { file_id: named.body.items[1].file_id })
      assert.deepStrictEqual(namesOf(yield* page({ ...byName, marker: named.body.next_marker })), ["b", "a"])

      const refusals = [
        yield* page({ order_by: "type" }),
        yield* page({ order_by: "type ASC,created_at DESC" }),
        yield* page({ limit: 101 }),
        yield* page({ marker: "nonsense" }),
        yield* page({ ...byName, marker: first.body.next_marker }),
        yield* call("/file/list", { parent_file_id: "gone" })
      ]
      assert.deepStrictEqual(refusals.map(({ body, status }) => [status, body.code]), [
        [400, "InvalidParameter.OrderBy"],
        [400, "InvalidParameter.OrderBy"],
        [400, "InvalidParameter.Limit"],
        [400, "InvalidParameter.Marker"],
        [400, "InvalidParameter.Marker"],
        [404, "NotFound.File"]
      ])
      yield* folder("inner", parent)
      const folders = yield* page({ type: "folder" })
      assert.deepStrictEqual(namesOf(folders), ["inner"])
      assert.deepStrictEqual(namesOf(yield* page({ status: "uploading" })), [])
    }).pipe(Effect.provide(inProcess())))

  it.effect("are found by path", () =>
    Effect.gen(function*() {
      const { call, folder, upload } = yield* drive()
      const fileId = yield* upload("c.txt", "deep", yield* folder("b", yield* folder("a")))
      assert.strictEqual((yield* call("/file/get_by_path", { file_path: "/a/b/c.txt" })).body.file_id, fileId)
      assert.strictEqual((yield* call("/file/get_by_path", { file_path: "/" })).body.file_id, "root")
      const picture = yield* upload("p.png", "pixels")
      const { body: asked } = yield* call("/file/get", {
        file_id: picture,
        thumbnail_processes: { small: { image_thumbnail_process: "image/resize,w_200" } }
      })
      assert.match(asked.thumbnail_urls.small, /\/thumbnail\/[^?]*\?.*size=200x/)
      assert.notProperty((yield* call("/file/get", { file_id: picture })).body, "thumbnail_urls")
      const gone = yield* call("/file/get_by_path", { file_path: "/a/x" })
      assert.deepStrictEqual([gone.status, gone.body.code], [404, "NotFound.File"])
    }).pipe(Effect.provide(inProcess())))

  it.effect("are renamed, starred, described and tagged", () =>
    Effect.gen(function*() {
      const { call, upload } = yield* drive()
      yield* upload("taken.txt", "1")
      const file_id = yield* upload("old.txt", "2")
      const { body } = yield* call("/file/update", {
        file_id,
        name: "new.txt",
        starred: true,
        hidden: true,
        description: "about",
        labels: ["x"],
        custom_index_key: "starred_yes"
      })
      assert.deepInclude(body, { name: "new.txt", starred: true, hidden: true, description: "about" })
      const clash = yield* call("/file/update", { file_id, name: "taken.txt", check_name_mode: "refuse" })
      assert.deepStrictEqual([clash.status, clash.body.code], [409, "AlreadyExist.File"])
      const renamed = yield* call("/file/update", { file_id, name: "taken.txt", check_name_mode: "auto_rename" })
      assert.strictEqual(renamed.body.name, "taken_19700101_000000.txt")
      const same = yield* call("/file/update", { file_id, name: renamed.body.name, check_name_mode: "refuse" })
      assert.strictEqual(same.status, 200)

      yield* call("/file/put_usertags", { file_id, user_tags: [{ key: "a", value: "1" }, { key: "b", value: "2" }] })
      yield* call("/file/put_usertags", { file_id, user_tags: [{ key: "b", value: "3" }] })
      assert.strictEqual((yield* call("/file/delete_usertags", { file_id, key_list: ["a"] })).status, 204)
      const { body: got } = yield* call("/file/get", { file_id })
      assert.deepStrictEqual([got.user_tags, got.labels, got.starred], [{ b: "3" }, ["x"], true])
      const starred = yield* call("/file/list_by_custom_index_key", { custom_index_key: "starred_yes" })
      assert.deepStrictEqual(starred.body.items.map((item: { readonly file_id: string }) => item.file_id), [file_id])
    }).pipe(Effect.provide(inProcess())))

  it.effect("are copied and moved at once, copies of folders as tasks that are done when they say so", () =>
    Effect.gen(function*() {
      const { call, folder, names, upload } = yield* drive()
      const [source, target] = [yield* folder("source"), yield* folder("target")]
      const file_id = yield* upload("f.txt", "content", source)
      const copied = yield* call("/file/copy", { file_id, to_parent_file_id: target })
      assert.strictEqual(copied.status, 201)
      assert.notProperty(copied.body, "async_task_id")
      const again = yield* call("/file/copy", { file_id, to_parent_file_id: target })
      assert.strictEqual(again.status, 201)
      assert.deepStrictEqual(yield* names(target), ["f.txt", "f.txt"])
      yield* call("/file/delete", { file_id: again.body.file_id })
      const other = yield* call("/file/copy", { file_id, to_parent_file_id: target, auto_rename: true })
      assert.strictEqual(other.status, 201)
      assert.deepStrictEqual(yield* names(target), ["f.txt", "f_19700101_000000.txt"])

      const moved = yield* call("/file/move", { file_id, to_parent_file_id: "root", new_name: "g.txt" })
      assert.deepStrictEqual([moved.status, moved.body.async_task_id, moved.body.exist], [200, "", false])
      assert.deepStrictEqual(yield* names(source), [])
      const refused = yield* call("/file/move", {
        file_id,
        to_parent_file_id: target,
        new_name: "f.txt",
        check_name_mode: "refuse"
      })
      assert.deepStrictEqual([refused.status, refused.body.exist], [200, true])
      assert.strictEqual(refused.body.file_id, copied.body.file_id)

      const tree = yield* call("/file/copy", { file_id: target, to_parent_file_id: source })
      assert.strictEqual(tree.status, 202)
      const { async_task_id, file_id: copyId } = tree.body
      const running = yield* call("/async_task/get", { async_task_id })
      assert.deepInclude(running.body, { state: "Running", total_process: 3, consumed_process: 0, finished_at: "" })
      assert.deepStrictEqual(yield* names(source), [])
      yield* TestClock.adjust("1 second")
      const done = yield* call("/async_task/get", { async_task_id })
      assert.deepInclude(done.body, { state: "Succeed", consumed_process: 3, error_code: "" })
      assert.deepStrictEqual(yield* names(copyId), ["f.txt", "f_19700101_000000.txt"])

      const whole = yield* call("/file/move", { file_id: target, to_parent_file_id: source })
      assert.deepStrictEqual([whole.status, whole.body.async_task_id, whole.body.exist], [200, "", false])
      assert.deepStrictEqual(yield* names(source), ["target", "target"])
      const inside = yield* call("/file/move", { file_id: source, to_parent_file_id: copyId })
      assert.deepStrictEqual([inside.status, inside.body.code], [400, "InvalidParameter.ToParentFileId"])
      const elsewhere = yield* call("/file/move", { file_id, to_parent_file_id: "root", to_drive_id: "1" })
      assert.strictEqual(elsewhere.body.code, "InvalidParameterNotSupported.ToDriveId")
    }).pipe(Effect.provide(inProcess())))

  it.effect("folders keep what they are created with", () =>
    Effect.gen(function*() {
      const { call } = yield* drive()
      const made = yield* call("/file/create", {
        name: "secret",
        type: "folder",
        parent_file_id: "root",
        hidden: true,
        user_tags: [{ key: "k", value: "v" }],
        description: "for nobody"
      })
      const { body } = yield* call("/file/get", { file_id: made.body.file_id })
      assert.deepInclude(body, { hidden: true, user_tags: { k: "v" }, description: "for nobody" })
    }).pipe(Effect.provide(inProcess())))

  it.effect("a copy that does not fit ends partly done", () =>
    Effect.gen(function*() {
      const { call, folder, names, upload } = yield* drive()
      const source = yield* folder("source")
      yield* upload("small", "1234", source)
      yield* upload("large", "12345678", source)
      const { body } = yield* call("/file/copy", { file_id: source, to_parent_file_id: "root", new_name: "copy" })
      yield* TestClock.adjust("1 second")
      const task = yield* call("/async_task/get", { async_task_id: body.async_task_id })
      assert.deepInclude(task.body, {
        state: "PartialSucceed",
        consumed_process: 2,
        failed_process: 1,
        error_code: "QuotaExhausted.Drive"
      })
      assert.deepStrictEqual(yield* names(body.file_id), ["small"])
    }).pipe(Effect.provide(inProcess({ quota: 18 }))))

  it.effect("several changes go in one batch, each answered by itself", () =>
    Effect.gen(function*() {
      const { call, drive_id, folder, names, upload } = yield* drive()
      const file_id = yield* upload("a", "1")
      const folderId = yield* folder("b")
      const request = (id: string, url: string, body: Record<string, unknown>) => ({
        id,
        method: "POST",
        url,
        headers: { "Content-Type": "application/json" },
        body: { drive_id, ...body }
      })
      const { body } = yield* call("/batch", {
        resource: "file",
        requests: [
          request("1", "/file/move", { file_id, to_parent_file_id: folderId }),
          request("2", "/recyclebin/trash", { file_id: "gone" }),
          request("3", "/recyclebin/trash", { file_id }),
          request("4", "/batch", {}),
          request("5", "/file/update", { file_id: folderId, name: 7 }),
          request("6", "/file/pre_create_check", { name: "b", parent_file_id: "root", type: "folder" }),
          request("7", "/file/pre_create_check", { name: "c", parent_file_id: "root", type: "folder" }),
          request("8", "/file/get_download_url", { file_id }),
          request("9", "/drive/get", {}),
          request("10", "/async_task/get", { async_task_id: "gone" })
        ]
      })
      assert.deepStrictEqual(
        body.responses.map((one: BatchResponse) => [one.id, one.status, one.body?.code ?? null]),
        [
          ["1", 200, null],
          ["2", 404, "NotFound.File"],
          ["3", 204, null],
          ["4", 400, "InvalidParameterNotSupported.Url"],
          ["5", 400, "InvalidRequestJSONFormat"],
          ["6", 200, null],
          ["7", 200, null],
          ["8", 403, "ForbiddenFileInTheRecycleBin"],
          ["9", 200, null],
          ["10", 404, "NotFound.AsyncTask"]
        ]
      )
      assert.deepStrictEqual(body.responses.slice(5, 7).map((one: BatchResponse) => one.body), [
        {
          result_code: "NameCheckFailed.ExistSameNameFile",
          name_check_result: { exist_file_id: folderId, exist_file_type: "folder" }
        },
        { result_code: "success" }
      ])
      assert.strictEqual(body.responses[8].body.drive_id, drive_id)
      assert.deepStrictEqual(yield* names(folderId), [])
      const twice = yield* call("/batch", {
        requests: [request("1", "/file/get", {}), request("1", "/file/get", {})]
      })
      assert.deepStrictEqual([twice.status, twice.body.code], [400, "InvalidParameter.Requests"])
    }).pipe(Effect.provide(inProcess())))
})

describe("the recycle bin of a drive", () => {
  it.effect("takes files at once and folders as tasks, and gives them back", () =>
    Effect.gen(function*() {
      const { call, folder, names, upload } = yield* drive()
      const parent = yield* folder("parent")
      const file_id = yield* upload("f.txt", "content", parent)
      const trashed = yield* call("/recyclebin/trash", { file_id })
      assert.deepStrictEqual([trashed.status, trashed.body], [204, ""])
      const binned = yield* call("/file/get_download_url", { file_id })
      assert.deepStrictEqual([binned.status, binned.body.code], [403, "ForbiddenFileInTheRecycleBin"])
      const list = yield* call("/recyclebin/list")
      assert.deepInclude(list.body.items[0], { file_id, name: "f.txt", trashed: true })
      assert.strictEqual((yield* call("/recyclebin/restore", { file_id })).status, 204)
      assert.deepStrictEqual(yield* names(parent), ["f.txt"])

      const whole = yield* call("/recyclebin/trash", { file_id: parent })
      assert.strictEqual(whole.status, 202)
      assert.deepStrictEqual(yield* names(), ["parent"])
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(yield* names(), [])
      const back = yield* call("/recyclebin/restore", { file_id: parent })
      assert.strictEqual(back.status, 202)
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(yield* names(parent), ["f.txt"])

      yield* call("/recyclebin/trash", { file_id })
      const cleared = yield* call("/recyclebin/clear")
      assert.strictEqual(cleared.status, 202)
      assert.strictEqual((yield* call("/recyclebin/list")).body.items.length, 1)
      yield* TestClock.adjust("1 second")
      assert.strictEqual((yield* call("/recyclebin/list")).body.items.length, 0)
      const removed = yield* call("/file/delete", { file_id: parent })
      assert.strictEqual(removed.status, 202)
      yield* TestClock.adjust("1 second")
      const gone = yield* call("/file/delete", { file_id: parent })
      assert.deepStrictEqual([gone.status, gone.body.code], [404, "NotFound.File"])
    }).pipe(Effect.provide(inProcess())))
})

describe("archives of a drive", () => {
  it.effect("are real ZIP files behind an address that the task gives, for ten minutes", () =>
    Effect.gen(function*() {
      const { call, folder, upload } = yield* drive()
      const parent = yield* folder("docs")
      yield* upload("a.txt", "alpha", parent)
      const started = yield* call("/file/archive_files", { name: "all", files: [{ file_id: parent }] })
      assert.strictEqual(started.status, 202)
      const task = call("/async_task/get", { async_task_id: started.body.async_task_id })
      assert.notProperty((yield* task).body, "url")
      yield* TestClock.adjust("1 second")
      const { body } = yield* Effect.repeat(task, { until: (answer) => answer.body.state !== "Running" })
      assert.strictEqual(body.state, "Succeed")
      assert.deepInclude(body.archive_file_result, { name: "all.zip", url: body.url })
      const { body: zip, status } = yield* get(body.url)
      assert.deepStrictEqual([status, zip.slice(0, 2)], [200, "PK"])
      assert.include(zip, "docs/a.txt")
      yield* TestClock.adjust("11 minutes")
      assert.strictEqual((yield* get(body.url)).status, 403)
      assert.strictEqual((yield* call("/file/archive_files", { name: "none", file_ids: [] })).status, 400)
    }).pipe(Effect.provide(inProcess())))

  it.effect("have an address that works for as long as was asked", () =>
    Effect.gen(function*() {
      const { call, upload } = yield* drive()
      const wanted = { name: "all", file_ids: [yield* upload("a.txt", "alpha")] }
      const { body } = yield* call("/file/archive_files", { ...wanted, expire_sec: 3600 })
      const task = yield* call("/async_task/get", { async_task_id: body.async_task_id })
      yield* TestClock.adjust("59 minutes")
      assert.strictEqual((yield* get(task.body.url)).status, 200)
      yield* TestClock.adjust("2 minutes")
      assert.strictEqual((yield* get(task.body.url)).status, 403)
      assert.strictEqual((yield* call("/file/archive_files", { ...wanted, expire_sec: 0 })).status, 400)
    }).pipe(Effect.provide(inProcess({ taskDuration: 0 }))))

  it.effect("are there when the call is answered, if tasks take no time", () =>
    Effect.gen(function*() {
      const { call, upload } = yield* drive()
      const fileId = yield* upload("a.txt", "alpha")
      const { body } = yield* call("/file/archive_files", { name: "all", file_ids: [fileId] })
      const task = yield* call("/async_task/get", { async_task_id: body.async_task_id })
      assert.strictEqual(task.body.state, "Succeed")
      assert.strictEqual((yield* get(task.body.url)).status, 200)
    }).pipe(Effect.provide(inProcess({ taskDuration: 0 }))))
})

describe("the caller of a drive", () => {
  const users = [
    { wsid: "one", accessToken: "t1", spaces: [{ spaceId: "d1", platform: "pds" as const }] },
    { wsid: "two", accessToken: "t2", spaces: [{ spaceId: "d2", platform: "pds" as const }] }
  ]

  it.effect("needs a token that is known and has not expired, and a drive of its own", () =>
    Effect.gen(function*() {
      const codeOf = ({ body, status }: { readonly status: number; readonly body: { readonly code: string } }) => [
        status,
        body.code
      ]
      const own = yield* drive({ spaceId: "d1" })
      assert.strictEqual((yield* own.call("/drive/get")).body.owner, "one")
      assert.strictEqual((yield* own.call("/drive/list_my_drives")).body.items.length, 1)
      assert.strictEqual((yield* own.call("/drive/get_default_drive")).body.drive_id, own.drive_id)
      const strange = yield* drive({ spaceId: "d2" })
      assert.deepStrictEqual(codeOf(yield* strange.call("/drive/get")), [403, "ForbiddenNoPermission.Drive"])
      const none = yield* drive({ spaceId: "d3" })
      assert.deepStrictEqual(codeOf(yield* none.call("/drive/get")), [404, "NotFound.Drive"])
      const forged = yield* drive({ spaceId: "d1", token: "forged" })
      assert.deepStrictEqual(codeOf(yield* forged.call("/drive/get")), [401, "AccessTokenInvalid"])
    }).pipe(Effect.provide(inProcess({ users }))))

  it.effect("gets no server error, whatever stands in the place of a field", () =>
    Effect.gen(function*() {
      const { call } = yield* drive()
      const values = [null, -1, "", [], {}, 1e300]
      const calls: ReadonlyArray<readonly [path: string, body: Record<string, unknown>]> = [
        ["/file/create", { name: "a", type: "file", parent_file_id: "root", size: 1, part_info_list: [{}] }],
        ["/file/get_upload_url", { file_id: "f", upload_id: "u", part_info_list: [{ part_number: 1 }] }],
        ["/file/list", { parent_file_id: "root", marker: "m", limit: 1, order_by: "name" }],
        ["/file/copy", { file_id: "f", to_parent_file_id: "root" }],
        ["/file/archive_files", { name: "a", file_ids: ["f"] }],
        ["/recyclebin/list", { marker: "bnVsbA", limit: 1 }],
        ["/batch", { requests: [{ id: "1", url: "/file/get", body: {} }] }]
      ]
      for (const [path, body] of calls) {
        for (const field of Object.keys(body)) {
          for (const value of values) {
            const { status } = yield* call(path, { ...body, [field]: value })
            assert.isBelow(status, 500, `${path} ${field} ${JSON.stringify(value)}`)
          }
        }
      }
    }).pipe(Effect.provide(inProcess())), 120_000)
})
