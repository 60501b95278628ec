/**
 * Who may use the drive: users with their access tokens and spaces, and the sessions that are signed in.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { newSecret } from "../catalogue/Identifiers.js"
import { invalidParameter, permissionDenied, Refusal } from "../catalogue/Refusal.js"
import type { SpaceRules } from "../catalogue/SpaceRules.js"
import type { Database } from "../state/Database.js"
import { Collection } from "../state/Database.js"
import type { StateStoreError } from "../state/StateStore.js"

/**
 * A user, as an option of the emulator. One who is not `registered` has to be added before the first login.
 */
export interface UserRules {
  readonly wsid: string
  readonly accessToken: string
  readonly registered: boolean
  readonly spaces: ReadonlyArray<SpaceRules>
}

const SessionRow = Schema.Struct({ wsid: Schema.NonEmptyString, createdAt: Schema.Number })

const RegistrationRow = Schema.Struct({ createdAt: Schema.Number })

/**
 * The rows, before there is a database to keep them: sessions by their secret, registrations by wsid.
 */
export const makeRows = () => ({
  sessions: new Collection("sessions", SessionRow),
  registrations: new Collection("registrations", RegistrationRow)
})

/**
 * No session, or one that has ended. Every call but login, check and add answers so.
 */
export const signedOut = new Refusal({ code: "TokenExpired", status: 401, message: "sign in first" })

const unknownToken = new Refusal({ code: "InvalidAccessToken", status: 401, message: "the access token is not valid" })

const unknownUser = new Refusal({ code: "NotFound.User", status: 400, message: "no such user" })

const knownUser = new Refusal({ code: "AlreadyExist.User", status: 400, message: "the user is there already" })

type Failure = Refusal | StateStoreError

export class Accounts {
  constructor(
    private readonly rows: ReturnType<typeof makeRows>,
    private readonly database: Database,
    readonly users: ReadonlyArray<UserRules>
  ) {}

  /** Opens a session and gives its secret. */
  login(accessToken: string): Effect.Effect<{ readonly wsid: string; readonly secret: string }, Failure> {
    return Effect.gen(this, function*() {
      const user = this.users.find((one) => one.accessToken === accessToken)
      if (user === undefined) return yield* unknownToken
      if (!this.isRegistered(user)) return yield* unknownUser
      const createdAt = yield* Clock.currentTimeMillis
      const secret = newSecret()
      yield* this.database.commit([this.rows.sessions.put(secret, { wsid: user.wsid, createdAt })])
      return { wsid: user.wsid, secret }
    })
  }

  logout(secret: string): Effect.Effect<void, StateStoreError> {
    return this.rows.sessions.get(secret) === undefined
      ? Effect.void
      : this.database.commit([this.rows.sessions.remove(secret)])
  }

  /** Ends every session: what a service does when it loses trust. */
  readonly logoutAll: Effect.Effect<void, StateStoreError> = Effect.suspend(() =>
    this.database.commit([...this.rows.sessions.rows.keys()].map((secret) => this.rows.sessions.remove(secret)))
  )

  /** The user of a session. */
  signedIn(secret: string | undefined): Effect.Effect<UserRules, Refusal> {
    return Effect.suspend(() => {
      const wsid = secret === undefined ? undefined : this.rows.sessions.get(secret)?.wsid
      const user = this.users.find((one) => one.wsid === wsid)
      return user === undefined ? signedOut : Effect.succeed(user)
    })
  }

  /** Whether the user of this token (or of this session) is registered; refuses with status 400 otherwise. */
  check(
    accessToken: string | undefined,
    secret: string | undefined
  ): Effect.Effect<{ readonly wsid: string }, Refusal> {
    return Effect.flatMap(
      this.subject(accessToken, secret),
      (user) => this.isRegistered(user) ? Effect.succeed({ wsid: user.wsid }) : unknownUser
    )
  }

  /** Registers a user; refuses with status 400 when that was done before. */
  add(accessToken: string | undefined, secret: string | undefined): Effect.Effect<{ readonly wsid: string }, Failure> {
    return Effect.gen(this, function*() {
      const user = yield* this.subject(accessToken, secret)
      if (this.isRegistered(user)) return yield* knownUser
      const createdAt = yield* Clock.currentTimeMillis
      yield* this.database.commit([this.rows.registrations.put(user.wsid, { createdAt })])
      return { wsid: user.wsid }
    })
  }

  /** A space of this user. One of somebody else is told apart from one that does not exist. */
  space(user: UserRules, spaceId: string): Effect.Effect<SpaceRules, Refusal> {
    const own = user.spaces.find((space) => space.spaceId === spaceId)
    if (own !== undefined) return Effect.succeed(own)
    const exists = this.users.some((one) => one.spaces.some((space) => space.spaceId === spaceId))
    return exists
      ? permissionDenied(`space ${spaceId} belongs to somebody else`)
      : new Refusal({ code: "NotFound.Space", status: 404, message: `no space ${spaceId}` })
  }

  /** A space of any user, for what is served without a session. */
  spaceById(spaceId: string): SpaceRules | undefined {
    return this.users.flatMap((user) => user.spaces).find((space) => space.spaceId === spaceId)
  }

  private isRegistered(user: UserRules): boolean {
    return user.registered || this.rows.registrations.get(user.wsid) !== undefined
  }

  private subject(accessToken: string | undefined, secret: string | undefined): Effect.Effect<UserRules, Refusal> {
    if (accessToken === undefined) {
      return Effect.mapError(this.signedIn(secret), () => invalidParameter("access_token", "is missing"))
    }
    const user = this.users.find((one) => one.accessToken === accessToken)
    return user === undefined ? unknownUser : Effect.succeed(user)
  }
}
