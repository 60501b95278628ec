/**
 * Finding a way to hash outside the page: a ladder of workers.
 *
 * @since 1.0.7
 */
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import * as Scope from "effect/Scope"
import type { HashAnswer, HashRequest } from "./HashProtocol.js"

/**
 * One way to start a worker, tried in order. `open` may throw, be blocked by a policy, or load something that never
 * gets ready.
 *
 * @since 1.0.7
 * @category models
 */
export interface WorkerRung {
  readonly name: "option" | "url" | "blob"
  readonly open: () => Worker | Promise<Worker>
}

/**
 * A worker that said it is ready.
 *
 * @since 1.0.7
 * @category models
 */
export interface HashWorker {
  readonly rung: WorkerRung["name"]
  /** Whether it makes requests too; that of an older file only hashes. */
  readonly makesRequests: boolean
  /** Whether it takes a file once and sends ranges of it. */
  readonly sendsParts: boolean
  readonly post: (request: HashRequest) => void
  /** Calls `listener` for every answer to this request, and with `lost` when the worker ends or has ended; gives the way to stop. */
  readonly listen: (id: number, listener: (answer: HashAnswer | "lost") => void) => () => void
  readonly terminate: () => void
}

const handshake = "5 seconds"

type Abilities = Pick<HashWorker, "makesRequests" | "sendsParts">

const workerOf = (rung: WorkerRung["name"], worker: Worker, abilities: Abilities): HashWorker => {
  const listeners = new Map<number, (answer: HashAnswer | "lost") => void>()
  worker.onmessage = ({ data }: MessageEvent<HashAnswer>) => {
    if ("id" in data) listeners.get(data.id)?.(data)
  }
  let hasEnded = false
  const lose = () => {
    for (const listener of [...listeners.values()]) listener("lost")
  }
  worker.onerror = (event) => {
    event.preventDefault()
    lose()
  }
  return {
    rung,
    ...abilities,
    post: (request) => hasEnded ? lose() : worker.postMessage(request),
    listen: (id, listener) => {
      listeners.set(id, listener)
      return () => listeners.delete(id)
    },
    // Others may have asked since the error.
    terminate: () => {
      hasEnded = true
      worker.terminate()
      lose()
    }
  }
}

/** Gives what else it does. */
const ready = (worker: Worker): Effect.Effect<Abilities, string> =>
  Effect.async((resume) => {
    worker.onmessage = ({ data }: MessageEvent<HashAnswer>) => {
      if (data.type === "ready") {
        const { makesRequests = false, sendsParts = false } = data
        resume(Effect.succeed({ makesRequests, sendsParts }))
      }
      if (data.type === "broken") resume(Effect.fail(data.message))
    }
    worker.onerror = (event) => {
      event.preventDefault()
      resume(Effect.fail(event.message || "the worker could not be loaded"))
    }
  })

const climb = (rung: WorkerRung): Effect.Effect<HashWorker, string> =>
  Effect.tryPromise({ try: async () => rung.open(), catch: (error) => String(error) }).pipe(
    Effect.flatMap((worker) =>
      ready(worker).pipe(
        Effect.timeoutFail({ duration: handshake, onTimeout: () => "the worker stayed silent" }),
        Effect.onError(() => Effect.sync(() => worker.terminate())),
        Effect.map((abilities) => workerOf(rung.name, worker, abilities))
      )
    )
  )

const firstWorker = Effect.fnUntraced(function*(rungs: ReadonlyArray<WorkerRung>) {
  for (const rung of rungs) {
    const worker = yield* climb(rung).pipe(
      Effect.tapError((reason) => Effect.logDebug(`no hash worker by ${rung.name}: ${reason}`)),
      Effect.option
    )
    if (Option.isSome(worker)) return worker
  }
  return Option.none<HashWorker>()
})

/**
 * @since 1.0.7
 * @category models
 */
export interface WorkerOnDemand {
  /** None when the page has to hash itself. */
  readonly get: Effect.Effect<Option.Option<HashWorker>>
  /** After the worker was lost: the next `get` looks for another. */
  readonly forget: (worker: HashWorker) => Effect.Effect<void>
}

/**
 * The first worker of the ladder that works, looked for once when it is first needed; it ends with the scope.
 *
 * @since 1.0.7
 * @category constructors
 */
export const workerOnDemand = (
  rungs: ReadonlyArray<WorkerRung>
): Effect.Effect<WorkerOnDemand, never, Scope.Scope> =>
  Effect.map(Effect.scope, (scope) => {
    let opening: Fiber.Fiber<Option.Option<HashWorker>> | undefined
    const open = Effect.interruptible(firstWorker(rungs)).pipe(
      Effect.tap(Option.match({
        onNone: () => Effect.void,
        onSome: (worker) => Scope.addFinalizer(scope, Effect.sync(() => worker.terminate()))
      }))
    )
    // One search for all who ask; who leaves early does not end it.
    const search = Effect.suspend(() =>
      opening === undefined
        ? Effect.tap(Effect.forkIn(open, scope), (fiber) => {
          opening = fiber
        })
        : Effect.succeed(opening)
    )
    return {
      get: Effect.flatMap(Effect.uninterruptible(search), Fiber.join),
      forget: (worker) =>
        Effect.sync(() => {
          worker.terminate()
          opening = undefined
        })
    }
  })
