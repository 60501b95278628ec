/** Thirty small files, whose program may be killed at any time. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import type { CheckNameMode } from "../../../src/domain/CheckNameMode.js"
import type { MemoryDrive } from "../../../src/testing/MemoryDrive.js"
import * as Memory from "../../../src/testing/MemoryDrive.js"
import type { startProcess } from "./memoryUploads.js"
import { bytesOf, storedBytes } from "./memoryUploads.js"

export type Process = Effect.Effect.Success<ReturnType<typeof startProcess>>

export const count = 30
export const names = Array.from({ length: count }, (_, index) => `plan-${index + 10}.txt`)
export const contents = new Map(names.map((name, index) => [name, bytesOf(200 + index, index)]))

export const driveOf = Effect.fnUntraced(function*(options: Memory.MemoryDriveOptions = {}) {
  const drive = yield* Memory.make({ latency: 60, ...options })
  for (const [name, bytes] of contents) drive.disk.set(`/${name}`, { bytes, modifiedAt: 1 })
  return drive
})

export const startAll = ({ uploads }: Process, checkNameMode?: CheckNameMode) =>
  Effect.forEach(names, (name) => uploads.start({ source: { path: `/${name}` }, checkNameMode }), { discard: true })

/** Nothing more is written: what is saved stays as it was in that moment. */
export const kill = ({ sessions }: MemoryDrive, process: Process) =>
  Effect.gen(function*() {
    const saved = new Map(sessions.saved)
    yield* process.crash
    sessions.saved.clear()
    for (const [id, session] of saved) sessions.saved.set(id, session)
  })

export const resumeToTheEnd = Effect.fnUntraced(function*({ uploads }: Process) {
  yield* uploads.recoverable()
  yield* uploads.resumeAll()
  yield* Effect.forEach(uploads.list(), (id) => uploads.get(id)?.await ?? Effect.void, { discard: true })
})

export const storedFiles = (drive: MemoryDrive) => [...drive.service.files.values()].filter(({ stored }) => stored)

/** Each file once, with its bytes. */
export const assertEachOnce = (drive: MemoryDrive) => {
  assert.deepStrictEqual(storedFiles(drive).map(({ name }) => name).sort(), names)
  for (const { name, objectKey } of storedFiles(drive)) {
    assert.deepStrictEqual(storedBytes(drive, objectKey), contents.get(name), name)
  }
}

export const savedNames = (drive: MemoryDrive) =>
  [...drive.sessions.saved.values()].map(({ upload }) => upload.identity.name)
