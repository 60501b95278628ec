/** What happens to a world while its downloads run: what its user does, its network, its disk, its end. */
import { Clock, Effect, Fiber } from "effect"
import * as fs from "node:fs"
import { join } from "node:path"
import type { DownloadId } from "../../../src/domain/Ids.js"
import { Wsid } from "../../../src/domain/Ids.js"
import type { Moment } from "./scenario.js"
import { replace } from "./storage.js"
import type { Started, World } from "./world.js"
import { begin, fileOf, start, writeOwn } from "./world.js"

/** All at once: no finalizer changes what the next program finds. */
const crash = Effect.fnUntraced(function*(world: World) {
  world.crashes++
  const image = world.disk.image()
  // What ends while the old program is being ended has not ended for the disk that the next one finds.
  const unended = [...world.started].filter(([id]) => world.program.downloads.snapshot(id)?.result === undefined)
  yield* Fiber.interruptAll(world.readings.map(({ fiber }) => fiber))
  world.readings = []
  yield* world.program.end
  world.disk.restore(image, yield* Clock.currentTimeMillis)
  world.started.clear()
  world.program = yield* begin(world)
  // What the user wanted is wanted again.
  for (const [, { isCancelled, plan }] of unended) if (!isCancelled) yield* start(world, { ...plan, isTaken: false })
})

const onOne = (world: World, id: DownloadId, one: Started, kind: Moment["kind"]): Effect.Effect<void> | undefined => {
  const { downloads } = world.program
  switch (kind) {
    case "stop":
      return downloads.stop(id)
    case "resume":
      return Effect.asVoid(Effect.either(downloads.resume(id)))
    case "cancel":
      one.isCancelled = true
      return downloads.cancel(id)
    case "remove":
      return downloads.remove(id)
    case "start again":
      return start(world, one.plan)
    case "part removed":
      return Effect.sync(() => fs.rmSync(`${one.target}.part`, { force: true }))
    case "target written":
      return Effect.sync(() =>
        writeOwn(world, one.plan.wish._tag === "batch" ? join(one.target, "name-0.bin") : one.target)
      )
    default:
      return undefined
  }
}

const setOnline = (world: World, online: boolean, told: boolean) =>
  Effect.suspend(() => {
    world.storage.online = online
    return told ? world.connectivity.set(online) : Effect.void
  })

export const signIn = (world: World) =>
  Effect.suspend(() => {
    world.storage.signedIn = true
    return world.program.events.publish({ _tag: "SignedIn", wsid: Wsid.make("user-1") })
  })

const onAll = (world: World, { download, kind }: Moment): Effect.Effect<void> => {
  const { downloads } = world.program
  switch (kind) {
    case "stop all":
      return downloads.stopAll()
    case "resume all":
      return downloads.resumeAll()
    case "cancel all":
      for (const one of world.started.values()) one.isCancelled = true
      return downloads.cancelAll()
    case "offline":
      return setOnline(world, false, true)
    case "offline untold":
      return setOnline(world, false, false)
    case "online":
      return setOnline(world, true, true)
    case "session ends":
      return Effect.sync(() => {
        world.storage.signedIn = false
      })
    case "sign in":
      return signIn(world)
    case "crash":
      return crash(world)
    case "replaced":
      return Effect.sync(() => replace(fileOf(world, download), true))
    case "the first version is back":
      return Effect.sync(() => {
        Object.assign(fileOf(world, download), { current: 0, announced: 0 })
      })
    case "disk full":
    case "disk free":
      return Effect.sync(() => {
        world.disk.full = kind === "disk full"
      })
    default:
      return Effect.void
  }
}

export const act = (world: World, moment: Moment): Effect.Effect<void> =>
  Effect.suspend(() => {
    const [id, one] = [...world.started][moment.download % Math.max(1, world.started.size)] ?? []
    return (id && one && onOne(world, id, one, moment.kind)) ?? onAll(world, moment)
  }).pipe(world.turn.withPermits(1))
