/**
 * One small new file that goes to the storage by plain calls, as long as all goes well. It knows nothing of errors: whatever does not
 * go well at once is left to a run, which goes on from the checkpoint, together with what came of the request.
 */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Runtime from "effect/Runtime"
import type * as Scope from "effect/Scope"
import * as HashPlan from "../../domain/HashPlan.js"
import type { Integrity } from "../../domain/Integrity.js"
import type { PartRange } from "../../domain/UploadPlan.js"
import type { UploadResult } from "../../domain/UploadSnapshot.js"
import { valueOf } from "../../services/atOnce.js"
import type { MadeCall } from "../../services/DriveApi.js"
import type { PartOutcome, PutAgain } from "../../services/PartSender.js"
import type { PartDigest, StoredPart } from "../../services/PartStore.js"
import type { AnnounceOutcome, CallOutcome, Leave, ReadFile, SmallRequests } from "../../services/SmallRequests.js"
import type { Announcement, PreparedUpload, UploadTicket } from "../../services/StorageProvider.js"
import type { Lane } from "../../services/TransferScheduler.js"
import type { PartReply, SignedAddress } from "../../services/Transport.js"
import type { ConfirmFailure, UploadPorts } from "../../services/uploads/UploadEngine.js"
import { verifiedBy } from "../parts/PartIntegrity.js"
import type { PlainEnd, PlainRequest, Surroundings } from "../parts/requestPlainly.js"
import { requestPlainly } from "../parts/requestPlainly.js"
import { isComparable, judgeReply } from "../parts/sendProven.js"
import type { Labels } from "../parts/TransferMetrics.js"
import { countBytesNow } from "../parts/TransferMetrics.js"
import * as Watchdog from "../parts/Watchdog.js"
import { advanceStage } from "./advanceStage.js"
import { joinConfirmations } from "./confirmStored.js"
import { contentOf } from "./contentOf.js"
import { announceOnce, hashSource, intentOf, keeperOf, takePrepared } from "./createUpload.js"
import { findParent } from "./findParent.js"
import { resultOf } from "./runUpload.js"
import { decideIntegrity, markStored } from "./storeBytes.js"
import type { UploadRun } from "./UploadRun.js"

/**
 * What one file needs. `stored` is called when the storage has the bytes; `done` when the upload is over, `goOn` when a run has to go on
 * with it, one of them once.
 */
export interface PlainSurroundings extends Surroundings {
  readonly requests: SmallRequests
  readonly integrity: Exclude<Integrity, "auto">
  readonly mark: string
  readonly labels: Labels
  readonly stored: () => void
  readonly done: (result: UploadResult) => void
  readonly goOn: () => void
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

export class PlainUpload {
  private leave: Leave = () => {}
  private isOver = false
  private isAnnouncing = false
  private onAnnounced = (_isMade: boolean) => {}
  private readonly kinds: ReadonlyArray<keyof PartDigest>

  constructor(private readonly run: UploadRun, private readonly around: PlainSurroundings) {
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
      if (this.isOver || keeperOf(run) !== undefined) return this.goOn()
      if (prepared._tag === "Rapid") return this.end(prepared.result)
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
    const made = Effect.async<boolean>((resume) => {
      this.onAnnounced = (isMade) => resume(Effect.succeed(isMade))
    })
    const announced = Effect.zipRight(hashSource(this.run), announceOnce(this.run))
    // One that was not made is for the next run: this one may be cancelled, and would leave a file without bytes.
    const call = Effect.interruptible(Effect.flatMap(made, (isMade) => isMade ? announced : Effect.void))
    // Where the drive is disposed of, nobody waits for it.
    return steps.begin(id, Effect.ensuring(call, Effect.sync(this.leave)))
  }

  private goOn(): void {
    if (this.isOver) return
    this.isOver = true
    this.around.goOn()
  }

  private end(result: UploadResult): void {
    if (this.isOver) return
    this.isOver = true
    this.around.done(result)
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
      this.onAnnounced(call !== undefined)
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
    const { around: { clock, labels, requests }, run } = this
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
        late: () => ({ ...Watchdog.lateOutcome(address, size, watch.left()), address }),
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
      // One that proves nothing where others do may be another's answer: the storage is asked.
      const isComparing = comparesEtags ? etags.kind === "digests" : content.digestKinds.includes("crc64")
      return stored?.proof === undefined && isComparing ? undefined : stored
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
      countBytesNow("up", size, labels)
      this.around.stored()
      this.confirm()
    })
  }

  /** With others. Whoever is the first of them begins the call, which takes a run. */
  private confirm(): void {
    const { run: { checkpoint, checkpoint: { stage }, engine, made, priority, provider } } = this
    if (stage._tag !== "Stored") return this.goOn()
    const { ticket } = stage
    const take = (exit: Exit.Exit<void, ConfirmFailure>) => {
      if (Exit.isFailure(exit)) {
        made.confirmed = exit
        return this.goOn()
      }
      advanceStage(checkpoint, "confirmed", { ...stage, _tag: "Confirmed" })
      // Most files need nothing else.
      const settling = provider.uploads.settle(ticket)
      if (!Exit.isExit(settling) || Exit.isFailure(settling)) return this.goOn()
      this.end(resultOf(ticket))
    }
    const leave = joinConfirmations(engine, provider, { ticket, priority }, (exit) => {
      if (this.isOver) return
      // What throws here would keep the answer from the others.
      try {
        take(exit)
      } catch (cause) {
        this.around.died(cause)
      }
    })
    if (leave === undefined) this.goOn()
    else this.leave = leave
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
