/**
 * Sends one body of a source, once: a part, or a whole small file.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import type { IntegrityError } from "../../domain/errors/StorageErrors.js"
import { TransportError } from "../../domain/errors/TransportError.js"
import * as ForeignStorageAnswer from "../../domain/ForeignStorageAnswer.js"
import type { PartRange } from "../../domain/UploadPlan.js"
import { bracket } from "../../services/bracket.js"
import type { HashError } from "../../services/Hasher.js"
import { Hasher } from "../../services/Hasher.js"
import type { DirectStore, PartDigest, StoredPart } from "../../services/PartStore.js"
import type { AttemptMeter } from "../../services/transfers/Meter.js"
import type { BodyPace, PartBody, PartReply, SignedAddress } from "../../services/Transport.js"
import { Transport } from "../../services/Transport.js"
import { inTurn } from "./makeRequest.js"
import { digestRange } from "./PartIntegrity.js"
import type { UploadContent } from "./UploadContent.js"
import * as Watchdog from "./Watchdog.js"

/**
 * Where one body goes: a direct store, or one multipart upload of a part store.
 */
export type Destination = Pick<DirectStore, "address" | "accept" | "etags">

type Kinds = ReadonlyArray<keyof PartDigest>

/**
 * How a body is proven. `along`: digests that may have to go along with it; `beside`: digests that are made while it is sent. `judge`
 * gets both, and what the storage says.
 */
export interface BodyProof {
  readonly along: Kinds
  readonly beside: Kinds
  readonly judge: (stored: StoredPart, digest: PartDigest | undefined) => Effect.Effect<StoredPart, IntegrityError>
}

/** What is sent. `known`: digests from before the sending; `digest`: those that are known when all of the body has left. */
interface Body {
  readonly size: number
  readonly known: PartDigest | undefined
  readonly put: Watchdog.Put
  readonly digest: Effect.Effect<PartDigest | undefined, HashError>
}

const watchAddress = <E, R>({ hooks: { watch } }: UploadContent, address: Effect.Effect<SignedAddress, E, R>) =>
  watch === undefined
    ? address
    : Effect.tap(address, ({ expiresAt }) => Effect.sync(() => watch.addressed(expiresAt)))

const watchSent = ({ hooks: { watch } }: UploadContent, sent: AttemptMeter["sent"]): AttemptMeter["sent"] =>
  watch === undefined ? sent : (bytes) => {
    sent(bytes)
    watch.moved(bytes)
  }

/**
 * The error of a success that came before the body had left, which nobody can have stored: it counts as no answer.
 */
export const earlySuccess = (address: SignedAddress, { isEarly, status }: PartReply): TransportError | undefined =>
  isEarly === true && status < 400
    ? new TransportError({
      reason: "Network",
      method: "PUT",
      path: Watchdog.pathOf(address),
      detail: "a success came before the body had left"
    })
    : undefined

/** One body's way to the storage, and what helps on it. */
interface Sending {
  readonly content: UploadContent
  readonly destination: Destination
  readonly part: PartRange
  readonly proof: BodyProof
  readonly transport: Transport.Service
  readonly hasher: Hasher.Service
}

const exchange = ({ content, destination, part, proof, transport: { pacesSlices = false } }: Sending, body: Body) => {
  const { hooks: { watch }, limits } = content
  const size = part.end - part.start
  const pace: BodyPace | undefined = pacesSlices ? (left) => content.pace.slice(left) : undefined
  const send = (attempt: { readonly meter: AttemptMeter; accepted: boolean }) => {
    const address = watchAddress(content, destination.address(part, body.known))
    const sent = Watchdog.put(limits, address, body, watchSent(content, attempt.meter.sent), pace)
    const proven = Effect.flatMap(sent, ({ address, reply }) => {
      watch?.answered(reply.status)
      const foreign = ForeignStorageAnswer.ofStorage({ method: "PUT", path: Watchdog.pathOf(address) }, reply)
      if (foreign !== undefined) return foreign
      const early = earlySuccess(address, reply)
      if (early !== undefined) return early
      return Effect.flatMap(
        destination.accept(part, address, reply),
        (stored) => Effect.flatMap(body.digest, (digest) => proof.judge(stored, digest))
      )
    })
    return Effect.map(proven, (judged) => {
      attempt.accepted = true
      return judged
    })
  }
  const exchanged = bracket(
    () => ({ meter: content.meterOf(size), accepted: false }),
    send,
    ({ accepted, meter }) => meter.end(accepted)
  )
  return pacesSlices ? exchanged : Effect.zipRight(content.pace.take(size), exchanged)
}

/** Runs beside `use`, never longer than it: the bytes that it reads may be lent. */
const beside = <A, E, R, B, E2, R2>(
  digest: Effect.Effect<A, E, R>,
  use: (digest: Effect.Effect<A, E>) => Effect.Effect<B, E2, R2>
): Effect.Effect<B, E2, R | R2> =>
  Effect.acquireUseRelease(
    Effect.fork(Effect.interruptible(digest)),
    (fiber) => use(Fiber.join(fiber)),
    Fiber.interrupt
  )

/**
 * The digests of a body, where the file's own pass has made them already.
 */
export const madeBefore = (
  { content, part }: { readonly content: UploadContent; readonly part: PartRange },
  [kind, ...others]: Kinds
): PartDigest | undefined => kind === undefined || others.length > 0 ? undefined : content.madeBefore?.(part, kind)

const fewBytes = 65_536

/** Digested before it is sent, because its digest may have to go along. */
const inMemory = (sending: Sending) => {
  const { content, hasher, part, proof, transport } = sending
  return content.source.withPart(part, (body: PartBody) =>
    Effect.gen(function*() {
      const known = proof.along.length === 0
        ? undefined
        : madeBefore(sending, proof.along) ?? (yield* hasher.digest(body, proof.along))
      const send = (digest: Body["digest"]) =>
        exchange(sending, {
          size: part.end - part.start,
          known,
          put: (address, sent, pace) => transport.put(address, body, sent, pace),
          digest
        })
      if (proof.beside.length === 0) return yield* send(Effect.succeed(known))
      const made = madeBefore(sending, proof.beside)
      const digest = made === undefined ? hasher.digest(body, proof.beside) : Effect.succeed(made)
      // Of few bytes a digest takes less than a fiber for it.
      if (part.end - part.start <= fewBytes) return yield* send(Effect.map(digest, (late) => ({ ...known, ...late })))
      return yield* beside(digest, (digest) => send(Effect.map(digest, (late) => ({ ...known, ...late }))))
    }))
}

/**
 * Read while it is sent. A CRC-64 is only compared, so it is made of the slices on their way; what goes along is made before.
 * `undefined` where the source or the transport cannot do it.
 */
const inSlices = (sending: Sending) => {
  const { content: { source }, hasher, part, proof, transport } = sending
  const { withSlices } = source
  const { putSlices } = transport
  const before = proof.along.filter((kind) => kind !== "crc64")
  const readsTwice = before.length > 0 || proof.beside.length > 0
  if (withSlices === undefined || putSlices === undefined || part.end === part.start) return undefined
  if (readsTwice && hasher.digestRange === undefined) return undefined
  return Effect.gen(function*() {
    const known = before.length === 0
      ? undefined
      : madeBefore(sending, before) ?? (yield* digestRange(source, part, before))
    const send = (late: Body["digest"]) =>
      withSlices(
        part,
        { crc64: proof.along.includes("crc64") },
        (body) =>
          exchange(sending, {
            size: body.size,
            known,
            put: (address, sent, pace) => putSlices(address, body, sent, pace),
            digest: Effect.zipWith(body.crc64, late, (crc64, digest) => ({
              ...known,
              ...digest,
              ...(crc64 === undefined ? {} : { crc64 })
            }))
          })
      )
    return yield* proof.beside.length === 0
      ? send(Effect.succeed(undefined))
      : beside(digestRange(source, part, proof.beside), send)
  })
}

/**
 * One attempt to send one body, when the scheduler lets it through.
 */
export const sendOnce = (content: UploadContent, destination: Destination, part: PartRange, proof: BodyProof) =>
  Effect.flatMap(Effect.context<Hasher | Transport>(), (services) => {
    const transport = Context.get(services, Transport)
    const hasher = Context.get(services, Hasher)
    const sending: Sending = { content, destination, part, proof, transport, hasher }
    return inTurn(content, { lane: "part", bytes: part.end - part.start }, inSlices(sending) ?? inMemory(sending))
  })
