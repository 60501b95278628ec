/** What the service of a world answers: files, addresses, archives, and faults by script. */
import { Effect, Redacted } from "effect"
import type { AsyncTask } from "../../../src/domain/AsyncTask.js"
import { DriveFile } from "../../../src/domain/DriveFile.js"
import { ApiError, RateLimited, TokenExpired } from "../../../src/domain/errors/ApiErrors.js"
import { FileNotFound } from "../../../src/domain/errors/FileErrors.js"
import { TransportError } from "../../../src/domain/errors/TransportError.js"
import { FileId } from "../../../src/domain/Ids.js"
import { providerOf } from "../../services/files/fakeProvider.js"
import type { StoredFile } from "./storage.js"
import { announcedContent, digestOf } from "./storage.js"
import type { World } from "./world.js"

export const fileId = (file: StoredFile) => FileId.make(`file-${file.index}`)

const call = <A, E>(world: World, path: string, work: Effect.Effect<A, E>) =>
  Effect.gen(function*() {
    const { storage } = world
    const lost = new TransportError({ reason: "Network", method: "POST", path })
    const fault = storage.calls.next()
    storage.inFlight++
    return yield* Effect.gen(function*() {
      yield* Effect.sleep(15)
      if (fault?._tag === "late") yield* Effect.sleep(fault.millis)
      if (!storage.online || fault?._tag === "unreachable") return yield* lost
      if (fault?._tag === "signedOut") storage.signedIn = false
      if (!storage.signedIn) {
        const error = new TokenExpired({ path })
        yield* world.program.events.publish({ _tag: "TokenExpired", error })
        return yield* error
      }
      if (fault?._tag === "status") {
        const { status } = fault
        if (status === 429) return yield* new RateLimited({ path })
        return yield* status >= 500
          ? new TransportError({ reason: "Status", status, method: "POST", path })
          : new ApiError({ code: status, status, method: "POST", path })
      }
      const answer = yield* work
      if (fault?._tag === "lostReply") return yield* lost
      return answer
    }).pipe(Effect.ensuring(Effect.sync(() => storage.inFlight--)))
  })

const addressOf = (file: StoredFile) => ({
  url: Redacted.make(`memory://object/${file.index}`),
  headers: {},
  credentialVersion: 1,
  expiresAt: Number.MAX_SAFE_INTEGER
})

export const providerFor = (world: World) => {
  const known = (id: string) =>
    Effect.suspend(() => {
      const file = world.storage.files.find((one) => fileId(one) === id)
      return file === undefined ? new FileNotFound({ fileId: id }) : Effect.succeed(file)
    })
  const infoOf = (file: StoredFile) => {
    const digest = digestOf(file)
    return new DriveFile({
      fileId: fileId(file),
      name: `name-${file.index}.bin`,
      size: announcedContent(file).length,
      type: "file",
      userTags: [],
      ...(digest === undefined ? {} : { contentHash: digest, contentHashName: "sha1" })
    })
  }
  return providerOf({
    files: { info: (id) => call(world, "info", Effect.map(known(id), infoOf)) },
    downloads: {
      address: (id) => call(world, "download", Effect.map(known(id), addressOf)),
      batch: (ids) =>
        call(
          world,
          "batch-download",
          Effect.sync(() =>
            world.storage.files.filter((file) => ids.includes(fileId(file))).map((file) => {
              const { url } = addressOf(file)
              const { name, size } = infoOf(file)
              return { fileId: fileId(file), name, size, downloadUrl: url, url, expiresAt: undefined }
            })
          )
        ),
      archive: ({ fileIds: [id = ""], name }) =>
        call(
          world,
          "compress",
          Effect.sync(() => ({
            taskId: `${++world.archives}:${id}`,
            fileId: name === "file" ? FileId.make(id) : undefined
          }))
        )
    }
  })
}

export const tasksOf = (world: World) => {
  const task = (taskId: string): AsyncTask => {
    const file = world.storage.files.find((one) => taskId.endsWith(`:${fileId(one)}`))
    return {
      asyncTaskId: taskId,
      taskId,
      taskStatus: "SUCCESS",
      state: "Succeed",
      status: "Succeed",
      end: "succeeded",
      totalProcess: 100,
      consumedProcess: 100,
      url: file === undefined ? undefined : addressOf(file).url
    }
  }
  const get = (taskId: string) => call(world, "task", Effect.sync(() => task(taskId)))
  return { get, wait: (taskId: string) => Effect.zipRight(Effect.sleep("3 seconds"), get(taskId)) }
}
