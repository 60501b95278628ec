/**
 * Brings a small new file to the storage by plain calls, in one step of its fiber, as long as all goes well. It knows nothing of errors:
 * whatever does not go well at once is left to the run, which goes on from the checkpoint, together with what came of the request.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Runtime from "effect/Runtime"
import type * as Scope from "effect/Scope"
import * as HashPlan from "../../domain/HashPlan.js"
import type { Integrity } from "../../domain/Integrity.js"
import type { PartRange } from "../../domain/UploadPlan.js"
import { valueOf } from "../../services/atOnce.js"
import type { MadeCall } from "../../services/DriveApi.js"
import { makeMark } from "../../services/makeMark.js"
import type { PartOutcome, PutAgain } from "../../services/PartSender.js"
import type { PartDigest, StoredPart } from "../../services/PartStore.js"
import type { AnnounceOutcome, CallOutcome, Leave, ReadFile, SmallRequests } from "../../services/SmallRequests.js"
import type { Announcement, PreparedUpload, UploadTicket } from "../../services/StorageProvider.js"
import type { Lane } from "../../services/TransferScheduler.js"
import { TransferScheduler } from "../../services/TransferScheduler.js"
import type { PartReply, SignedAddress } from "../../services/Transport.js"
import type { UploadPorts } from "../../services/uploads/UploadEngine.js"
import { isTraced } from "../../services/withSpanIfTraced.js"
import { currentErrand } from "../hosts/HostGates.js"
import { verifiedBy } from "../parts/PartIntegrity.js"
import type { PlainEnd, PlainRequest, Surroundings } from "../parts/requestPlainly.js"
import { requestPlainly } from "../parts/requestPlainly.js"
import { isComparable, judgeReply } from "../parts/sendProven.js"
import { countBytes } from "../parts/TransferMetrics.js"
import * as Watchdog from "../parts/Watchdog.js"
import { contentOf } from "./contentOf.js"
import { announceOnce, hashSource, intentOf, keeperOf, takePrepared } from "./createUpload.js"
import { findParent } from "./findParent.js"
import { decideIntegrity, markStored } from "./storeBytes.js"
import type { UploadRun } from "./UploadRun.js"

/**
 * `stored` is called when the storage has the bytes.
 */
export type StorePlainly = (run: UploadRun, stored: () => void) => Effect.Effect<void, never, Scope.Scope | UploadPorts>

/** Of one file. `done` goes on with the run, after an effect. */
interface Around extends Surroundings {
  readonly requests: SmallRequests
  readonly integrity: Exclude<Integrity, "auto">
  readonly mark: string
  readonly stored: () => void
  readonly done: (effect: Effect.Effect<void>) => void
}

interface Sent extends PartOutcome {
  readonly address: SignedAddress
}

/** For `DriveApi.request`, after what is to be done about the host. */
const madeOf = ({ hearing = Effect.void }: PlainEnd<unknown>, { made }: CallOutcome): MadeCall =>
  Effect.zipRight(hearing, made)

/** The same for `Transport.put`. */
const putOf = ({ hearing = Effect.void, outcome }: PlainEnd<PartOutcome>): PutAgain => (...call) =>
  Effect.zipRight(hearing, Effect.suspend(() => outcome.again(...call)))

class PlainUpload {
  private leave: Leave = () => {}
  private isOver = false
  private isAnnouncing = false
  private onAnnounced = () => {}
  private readonly kinds: ReadonlyArray<keyof PartDigest>

  constructor(private readonly run: UploadRun, private readonly around: Around) {
    const { integrity } = around
    this.kinds = integrity === "none" ? [] : [integrity === "etag" ? "md5" : integrity]
  }

  begin(): void {
    const { around: { integrity, requests: { placeholder } }, run } = this
    const { engine, entry, provider, source: { identity: { name } } } = run
    const parentFileId = valueOf(findParent(engine, provider, entry.request))
    if (parentFileId === undefined) return this.goOn()
    const intent = intentOf(run, name, parentFileId)
    const announcement = provider.uploads.announcement?.(intent, HashPlan.sha1Digests(placeholder))
    if (announcement === undefined) return this.goOn()
    engine.registry.apply(entry, "hashing")
    this.announce(announcement, (file, prepared) => {
      takePrepared(run, prepared, { name, parentFileId })
      run.made.isAnnounced = true
      if (prepared._tag === "Rapid" || this.isOver || keeperOf(run) !== undefined) return this.goOn()
      this.put(file, decideIntegrity(run.checkpoint, prepared.ticket, integrity))
    })
  }

  /** The run was stopped. A create call goes on, and the next run waits for what comes of it. */
  stop(): Effect.Effect<void, never, Scope.Scope | UploadPorts> {
    const { run: { engine: { steps }, entry: { id } } } = this
    this.isOver = true
    if (!this.isAnnouncing) {
      this.leave()
      return Effect.void
    }
    const answered = Effect.async<void>((resume) => {
      this.onAnnounced = () => resume(Effect.void)
    })
    const announced = Effect.zipRight(hashSource(this.run), announceOnce(this.run))
    const call = Effect.interruptible(Effect.zipRight(answered, announced))
    // Where the drive is disposed of, nobody waits for it.
    return steps.begin(id, Effect.ensuring(call, Effect.sync(this.leave)))
  }

  private goOn(effect: Effect.Effect<void> = Effect.void): void {
    if (this.isOver) return
    this.isOver = true
    this.around.done(effect)
  }

  private request<A>(
    lane: Lane,
    bytes: number,
    prepare: () => PlainRequest<A> | undefined,
    done: (end: PlainEnd<A> | undefined) => void
  ): void {
    const { around, run: { entry, priority } } = this
    let hasEnded = false
    const leave = requestPlainly(around, { lane, bytes, group: entry.id, priority: priority() }, prepare, (end) => {
      hasEnded = true
      done(end)
    })
    // It may have led to the next one already.
    if (!hasEnded) this.leave = leave
  }

  private announce(
    { head, read, request }: Announcement,
    use: (file: ReadFile, prepared: PreparedUpload) => void
  ): void {
    const { around: { clock, mark, requests }, kinds, run } = this
    const { limits: { answer } } = run
    let since = 0
    const prepare = (): PlainRequest<AnnounceOutcome> | undefined => {
      if (!requests.isOpen()) return undefined
      since = clock.unsafeCurrentTimeMillis()
      run.entry.meter.restartHash()
      return {
        path: `${head.origin()}${request.path}`,
        rest: Watchdog.restOf(clock, answer),
        late: () => ({ call: { made: Exit.fail(Watchdog.noAnswer(answer, { method: "POST", path: "create" })) } }),
        exitOf: ({ call }) => call?.head === undefined ? call?.made : Exit.succeed(call.head),
        begin: (done) => {
          this.isAnnouncing = true
          return requests.announce(run.source, kinds, { head, request }, done)
        }
      }
    }
    this.request("control", 0, prepare, (end) => {
      this.isAnnouncing = false
      const { call, file } = end?.outcome ?? {}
      if (file !== undefined) this.takeFile(file)
      const reply = call && valueOf(call.made)
      const prepared = reply && run.checkpoint.stage._tag === "New" ? read(reply, mark) : undefined
      if (file !== undefined && prepared !== undefined) use(file, prepared)
      else {
        if (end !== undefined && call !== undefined) run.checkpoint.created = { since, made: madeOf(end, call) }
        this.goOn()
      }
      this.onAnnounced()
    })
  }

  private takeFile({ digest, sha1 }: ReadFile): void {
    const { kinds: [kind], run: { checkpoint, engine, entry, plan } } = this
    const digests = HashPlan.sha1Digests(sha1)
    entry.meter.hash(plan.size)
    engine.registry.touch(entry)
    checkpoint.digests = digests
    if (kind === "crc32" || kind === "md5") {
      checkpoint.checksums = { of: digests, partSize: plan.size, kind, sums: [digest[kind]] }
    }
    engine.registry.apply(entry, "hashed")
  }

  private put(file: ReadFile, ticket: UploadTicket): void {
    const { around: { clock, requests }, run } = this
    const { provider, source: { identity: { size } } } = run
    const { direct: store } = provider.uploads.reopen(ticket)
    const content = contentOf(run, ticket)
    const { etags } = store
    const comparesEtags = content.comparesEtags === true && etags !== undefined
    if (store.complete !== undefined || (comparesEtags && !isComparable(etags))) return this.goOn()
    const part: PartRange = { number: 1, start: 0, end: size }
    const [along, beside] = comparesEtags ? [[], this.kinds] : [content.digestKinds, []]
    const digest = file.digest
    const meter = content.meterOf(size)
    let isCounted = false
    const count = (isStored: boolean) => {
      if (!isCounted) meter.end(isStored)
      isCounted = true
    }

    const prepare = (): PlainRequest<Sent> | undefined => {
      if (!requests.isOpen() || !Exit.isExit(content.pace.slice(size))) return undefined
      const address = this.now(store.address(part, along.length > 0 ? digest : undefined))
      if (address === undefined) return undefined
      const watch = Watchdog.watchBody(clock, content.limits, size)
      const sent = (bytes: number) => {
        watch.moved(bytes)
        meter.sent(bytes)
      }
      return {
        path: Watchdog.pathOf(address),
        rest: watch.rest,
        late: () => {
          const failure = Watchdog.stalled(address, watch.left())
          return { address, failure, again: () => Effect.fail(failure) }
        },
        exitOf: ({ failure, reply }) => reply === undefined ? failure && Exit.fail(failure) : Exit.succeed(reply),
        begin: (done) => {
          const leave = requests.put(address, file.body, { sent, done: (outcome) => done({ ...outcome, address }) })
          return () => {
            leave()
            count(false)
          }
        }
      }
    }

    const judge = ({ address, reply }: Sent): StoredPart | undefined => {
      if (reply === undefined) return undefined
      const accept = (reply: PartReply) => store.accept(part, address, reply)
      const stored = this.now(judgeReply({ part, address, along, beside, digest, etags, accept }, reply))
      // One that proves nothing where others do has to be read again.
      return stored?.proof === undefined && comparesEtags && etags.kind === "digests" ? undefined : stored
    }

    this.request("part", size, prepare, (end) => {
      const stored = end && judge(end.outcome)
      const isStored = stored !== undefined && this.isUnchanged()
      count(isStored)
      if (!isStored) {
        if (end !== undefined) run.made.put = putOf(end)
        return this.goOn()
      }
      markStored(run, verifiedBy([stored], { size }, undefined))
      this.around.stored()
      this.goOn(countBytes("up", size))
    })
  }

  private isUnchanged(): boolean {
    const { source: { verify } } = this.run
    return Exit.isExit(verify) || Exit.isSuccess(Runtime.runSyncExit(this.around.runtime)(verify))
  }

  /** What needs no waiting; `undefined` where it does, or fails. */
  private now<A, E>(effect: Effect.Effect<A, E>): A | undefined {
    const exit = Exit.isExit(effect) ? effect : Runtime.runSyncExit(this.around.runtime)(effect)
    return valueOf<A>(exit)
  }
}

/** Nothing of it was done before, and nobody watches. */
const isPlain = (run: UploadRun): boolean => {
  const {
    checkpoint: { cameBack, created, digests, doubts, hash, saved, stage },
    engine,
    entry,
    hooks,
    plan,
    provider,
    source
  } = run
  const { platform, uploads } = provider
  return uploads.announcement !== undefined && plan._tag === "Direct" && plan.size > 0 &&
    HashPlan.make({ size: plan.size, platform })._tag === "Whole" &&
    source.origin._tag === "Blob" &&
    stage._tag === "New" && stage.earlier === undefined && saved === undefined && cameBack === undefined &&
    created === undefined && digests === undefined && hash === undefined &&
    Object.values(doubts).every((doubt) => doubt === undefined) &&
    entry.request.fileId === undefined && !engine.steps.isUnderway(entry.id) && hooks.inspection?.observer === undefined
}

/**
 * Small files by these requests.
 */
export const storePlainly = (requests: SmallRequests): StorePlainly => (run, stored) =>
  Effect.withFiberRuntime((fiber, { runtimeFlags }) => {
    const context = fiber.currentContext as Context.Context<UploadPorts>
    const errand = fiber.getFiberRef(currentErrand)
    if (errand === undefined || isTraced(fiber) || !isPlain(run)) {
      return Effect.void
    }
    const runtime = Runtime.make<never>({ context, runtimeFlags, fiberRefs: fiber.getFiberRefs() })
    const { queue } = Context.get(context, TransferScheduler)
    const clock = Context.get(fiber.currentDefaultServices, Clock.Clock)
    return Effect.flatMap(Effect.option(run.integrity), (decided) => {
      const integrity = Option.getOrUndefined(decided)
      if (integrity === undefined || integrity === "auto") return Effect.void
      return Effect.flatMap(makeMark, (mark) =>
        Effect.async((resume) => {
          const done = (effect: Effect.Effect<void>) => resume(effect)
          const died = (cause: unknown) => resume(Effect.die(cause))
          const around = { clock, runtime, errand, queue, died, requests, integrity, mark, stored, done }
          const upload = new PlainUpload(run, around)
          upload.begin()
          return Effect.suspend(() => upload.stop())
        }))
    })
  })
