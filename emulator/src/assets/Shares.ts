/**
 * Shares of assets: one link each, with an end, a code and a permission, all of which hold for every visitor.
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { newId, newSecret } from "../catalogue/Identifiers.js"
import { Refusal } from "../catalogue/Refusal.js"
import type { SpaceRules } from "../catalogue/SpaceRules.js"
import type { Database, Write } from "../state/Database.js"
import { Collection } from "../state/Database.js"
import type { StateStoreError } from "../state/StateStore.js"
import * as CodeHash from "./CodeHash.js"

/**
 * A share. `secret` is what its link ends in; of the code only a salted hash is kept. `expiresAt` in epoch milliseconds.
 */
export const Share = Schema.Struct({
  shareId: Schema.NonEmptyString,
  secret: Schema.NonEmptyString,
  spaceId: Schema.NonEmptyString,
  assetId: Schema.NonEmptyString,
  codeHash: Schema.optional(Schema.NonEmptyString),
  expiresAt: Schema.optional(Schema.Number),
  rawAction: Schema.optional(Schema.Union(Schema.String, Schema.Number))
})

export type Share = typeof Share.Type

/**
 * What is to be set; `null` takes it away, what is left out stays.
 */
export interface ShareSettings {
  readonly expireSec?: number | null | undefined
  readonly code?: string | null | undefined
  readonly rawAction?: string | number | null | undefined
}

/**
 * Wrong codes of a share since the last right one, and until when it takes none, in epoch milliseconds. Kept with the share: who
 * guesses gets no new attempts from a restart.
 */
const Attempts = Schema.Struct({ wrong: Schema.NonNegativeInt, lockedUntil: Schema.Number })

/**
 * The rows, before there is a database to keep them.
 */
export const makeRows = () => ({
  shares: new Collection("shares", Share),
  shareAttempts: new Collection("shareAttempts", Attempts)
})

type Failure = Refusal | StateStoreError

/** So many wrong codes, and the share takes none for a while. */
const mostAttempts = 5

const lockTime = Duration.toMillis("15 minutes")

/** How long somebody who knew the code may fetch the file without saying it again. */
const ticketLife = Duration.toMillis("15 minutes")

const noShare = new Refusal({ code: "NotFound.Share", status: 404, message: "no such share" })
const expired = new Refusal({ code: "ShareExpired", status: 410, message: "this share has ended" })
const codeNeeded = new Refusal({ code: "ShareCodeRequired", status: 403, message: "this share asks for a code" })
const wrongCode = new Refusal({ code: "ShareCodeWrong", status: 403, message: "this is not the code" })

const lockedFor = (millis: number) =>
  new Refusal({
    code: "TooManyAttempts",
    status: 429,
    message: "too many wrong codes: try again later",
    retryAfter: Math.ceil(millis / 1000)
  })

export class Shares {
  /** Of this process only: a restart asks for the code again. */
  private readonly tickets = new Map<
    string,
    { readonly shareId: string; readonly codeHash: string | undefined; readonly endsAt: number }
  >()

  /** One code at a time, so that attempts made at once count like others. */
  private readonly oneCode = Effect.unsafeMakeSemaphore(1)

  constructor(
    private readonly rows: ReturnType<typeof makeRows>,
    private readonly database: Database,
    private readonly origin: string
  ) {}

  linkOf(share: Share): string {
    return `${this.origin}/share/${share.secret}`
  }

  /** An open share keeps its link; one that has ended gets another. */
  open(space: SpaceRules, assetId: string, settings: ShareSettings): Effect.Effect<Share, Failure> {
    return Effect.flatMap(Clock.currentTimeMillis, (now) => {
      const share = this.of(space, assetId)
      const ended = share?.expiresAt !== undefined && share.expiresAt <= now
      const dropped = share !== undefined && ended ? this.removal(share) : []
      const kept = share === undefined || ended
        ? { shareId: newId(), secret: newSecret(), spaceId: space.spaceId, assetId }
        : share
      return this.write(kept, settings, now, dropped)
    })
  }

  update(space: SpaceRules, assetId: string, settings: ShareSettings): Effect.Effect<Share, Failure> {
    return Effect.flatMap(Clock.currentTimeMillis, (now): Effect.Effect<Share, Failure> => {
      const share = this.of(space, assetId)
      return share === undefined ? Effect.fail(noShare) : this.write(share, settings, now)
    })
  }

  cancel(space: SpaceRules, assetId: string): Effect.Effect<void, Failure> {
    return Effect.suspend((): Effect.Effect<void, Failure> => {
      const share = this.of(space, assetId)
      return share === undefined ? Effect.fail(noShare) : this.database.commit(this.removal(share))
    })
  }

  /** The share behind a link, as long as it holds. */
  visit(secret: string): Effect.Effect<Share, Refusal> {
    return Effect.flatMap(Clock.currentTimeMillis, (now) => {
      const share = [...this.rows.shares.rows.values()].find((one) => one.secret === secret)
      if (share === undefined) return noShare
      return share.expiresAt !== undefined && share.expiresAt <= now ? expired : Effect.succeed(share)
    })
  }

  /** Lets a visitor in who knows the code, if there is one, and gives a ticket with which to fetch the file. */
  enter(share: Share, code: string | undefined): Effect.Effect<string, Failure> {
    const { codeHash } = share
    if (codeHash === undefined) return Effect.map(Clock.currentTimeMillis, (now) => this.ticket(share, now))
    return code === undefined ? codeNeeded : this.oneCode.withPermits(1)(this.tryCode(share, codeHash, code))
  }

  private tryCode(share: Share, codeHash: string, code: string): Effect.Effect<string, Failure> {
    return Effect.gen(this, function*() {
      const now = yield* Clock.currentTimeMillis
      const { lockedUntil, wrong } = this.rows.shareAttempts.get(share.shareId) ?? { wrong: 0, lockedUntil: 0 }
      if (lockedUntil > now) return yield* lockedFor(lockedUntil - now)
      if (yield* CodeHash.isOf(codeHash, code)) {
        yield* this.database.commit(this.forgiven(share))
        return this.ticket(share, now)
      }
      const isLast = wrong + 1 >= mostAttempts
      const after = isLast ? { wrong: 0, lockedUntil: now + lockTime } : { wrong: wrong + 1, lockedUntil: 0 }
      yield* this.database.commit([this.rows.shareAttempts.put(share.shareId, after)])
      return yield* wrongCode
    })
  }

  /** Whether the ticket is for this share as it is now: another code makes it void. */
  admits(share: Share, ticket: string | undefined): Effect.Effect<void, Refusal> {
    return Effect.flatMap(Clock.currentTimeMillis, (now) => {
      if (share.codeHash === undefined) return Effect.void
      const held = ticket === undefined ? undefined : this.tickets.get(ticket)
      return held !== undefined && held.shareId === share.shareId && held.codeHash === share.codeHash &&
          held.endsAt > now
        ? Effect.void
        : codeNeeded
    })
  }

  private of(space: SpaceRules, assetId: string): Share | undefined {
    return [...this.rows.shares.rows.values()].find((share) =>
      share.assetId === assetId && share.spaceId === space.spaceId
    )
  }

  private forgiven({ shareId }: Share): ReadonlyArray<Write> {
    return this.rows.shareAttempts.get(shareId) === undefined ? [] : [this.rows.shareAttempts.remove(shareId)]
  }

  private removal(share: Share): ReadonlyArray<Write> {
    return [this.rows.shares.remove(share.shareId), ...this.forgiven(share)]
  }

  private ticket(share: Share, now: number): string {
    for (const [ticket, { endsAt }] of this.tickets) if (endsAt <= now) this.tickets.delete(ticket)
    const ticket = newSecret()
    this.tickets.set(ticket, { shareId: share.shareId, codeHash: share.codeHash, endsAt: now + ticketLife })
    return ticket
  }

  private write(
    share: Share,
    { code, expireSec, rawAction }: ShareSettings,
    now: number,
    along: ReadonlyArray<Write> = []
  ): Effect.Effect<Share, StateStoreError> {
    return Effect.gen(this, function*() {
      const { codeHash, expiresAt, rawAction: action, ...rest } = share
      const after: Share = {
        ...rest,
        codeHash: code === undefined ? codeHash : code === null ? undefined : yield* CodeHash.make(code),
        expiresAt: expireSec === undefined ? expiresAt : expireSec === null ? undefined : now + expireSec * 1000,
        rawAction: rawAction === undefined ? action : rawAction ?? undefined
      }
      // Who has tried the old code may try the new one.
      const forgiven = code === undefined ? [] : this.forgiven(share)
      yield* this.database.commit([...along, ...forgiven, this.rows.shares.put(share.shareId, after)])
      return after
    })
  }
}
