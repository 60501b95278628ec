/**
 * Signing in and out, and getting the drive ready.
 *
 * @since 1.0.7
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { initialSpacePage } from "../domain/Constants.js"
import { NoSpace } from "../domain/errors/ApiErrors.js"
import { InvalidInput } from "../domain/errors/InputErrors.js"
import { Wsid } from "../domain/Ids.js"
import * as Shape from "../domain/Shape.js"
import type { Space } from "../domain/Space.js"
import { Credentials } from "./Credentials.js"
import type { ApiFailure } from "./DriveApi.js"
import { DriveApi } from "./DriveApi.js"
import { DriveEvents } from "./DriveEvents.js"
import { layerOf } from "./inOrder.js"
import type { InSpace, SpaceFailure } from "./Spaces.js"
import { Spaces } from "./Spaces.js"

/**
 * The session's state. It is `Ready` only after login, space list and selection have all succeeded (spec point 1).
 *
 * @since 1.0.7
 * @category models
 */
export type SessionState =
  | { readonly _tag: "SignedOut" }
  | { readonly _tag: "SignedIn"; readonly wsid: Wsid }
  | { readonly _tag: "Ready"; readonly wsid: Wsid; readonly space: Space }

/**
 * What a user signs in with: the access token, as text or `Redacted`.
 *
 * @since 1.0.7
 * @category models
 */
export interface Credential {
  readonly accessToken: string | Redacted.Redacted<string>
}

/**
 * The answer of user check and add; a 400 is an answer too (spec point 7), with `ok: false`.
 *
 * @since 1.0.7
 * @category models
 */
export interface UserAnswer {
  readonly ok: boolean
  readonly code: number | string
  readonly message: string | undefined
  readonly data: unknown
}

export declare namespace Session {
  /**
   * @since 1.0.7
   * @category models
   */
  export interface Service {
    /** Signs in; returns and keeps the user's wsid. */
    readonly login: (credential: Credential) => Effect.Effect<{ readonly wsid: Wsid }, ApiFailure | InvalidInput>
    /** Asks the service whether it knows the user; `body` is sent unchanged. */
    readonly check: (body?: Readonly<Record<string, unknown>>) => Effect.Effect<UserAnswer, ApiFailure>
    /** Registers the user with the service; `body` is sent unchanged. It is not retried after a lost answer. */
    readonly add: (body?: Readonly<Record<string, unknown>>) => Effect.Effect<UserAnswer, ApiFailure>
    /** Signs out; uploads stop and credentials are dropped, also when the call fails. A session that has ended already is no failure. */
    readonly logout: () => Effect.Effect<void, ApiFailure>
    /**
     * Signs in, lists the spaces (page 1, size 10) and selects the first; `NoSpace` when there is none. Then the drive
     * is ready. With a `spaceId`, that space is selected without the list.
     */
    readonly initialise: (
      credential: Credential,
      options?: InSpace
    ) => Effect.Effect<Space, NoSpace | SpaceFailure>
    /** The session's state as this client knows it; no call is made. */
    readonly state: () => Effect.Effect<SessionState>
  }
}

/** Who is signed in. `initialised` once a space has been selected by `initialise`. */
interface User {
  readonly wsid: Wsid
  readonly initialised: boolean
}

const LoginAnswer = Schema.Struct({ wsid: Wsid })

const WholeAnswer = Schema.Struct({
  status: Schema.Number,
  code: Schema.Union(Schema.Number, Schema.String),
  message: Schema.UndefinedOr(Schema.String),
  data: Schema.Unknown
})

const accessTokenOf = (credential: Credential): Effect.Effect<string, InvalidInput> => {
  const accessToken = credential?.accessToken
  const token = Redacted.isRedacted(accessToken) ? Redacted.value(accessToken) : accessToken
  return typeof token === "string" && token.trim() !== ""
    ? Effect.succeed(token)
    : Effect.fail(new InvalidInput({ field: "accessToken", message: "access_token required" }))
}

const make = Effect.gen(function*() {
  const api = yield* DriveApi
  const credentials = yield* Credentials
  const events = yield* DriveEvents
  const spaces = yield* Spaces
  // Signing in and out happen one after the other; only a handful ever wait.
  const inTurn = (yield* Effect.makeSemaphore(1)).withPermits(1)
  let user: User | undefined

  const clear = Effect.suspend(() => {
    user = undefined
    return Effect.zipRight(credentials.clear, spaces.clear)
  })

  const forget = Effect.zipRight(clear, events.publish({ _tag: "SignedOut" }))

  const signIn = Effect.fnUntraced(function*(accessToken: string) {
    const { wsid } = yield* api.request({
      operation: "Session.login",
      method: "POST",
      path: "/api/v2/user/login",
      body: { access_token: accessToken },
      response: LoginAnswer
    })
    if (user !== undefined && user.wsid !== wsid) yield* forget
    // The same user again keeps the selected space, so that what waited for the sign-in resumes.
    const current = user ??= { wsid, initialised: false }
    yield* events.publish({ _tag: "SignedIn", wsid })
    return current
  })

  const firstSpace = Effect.flatMap(
    spaces.list(initialSpacePage),
    ({ items: [first] }) => first === undefined ? new NoSpace() : Effect.succeed(first.spaceId)
  )

  const initialise = Effect.fnUntraced(function*(accessToken: string, spaceId: string | undefined) {
    if (user !== undefined) user = { ...user, initialised: false }
    const current = yield* signIn(accessToken)
    const space = yield* spaces.select(spaceId ?? (yield* firstSpace))
    if (user !== current) {
      return yield* new InvalidInput({ field: "accessToken", message: "signed out meanwhile" })
    }
    user = { ...current, initialised: true }
    return space
  })

  const ask = (operation: string, path: string, repeatable: boolean, body?: Readonly<Record<string, unknown>>) =>
    api.request({ operation, method: "POST", path, body, repeatable, response: WholeAnswer, badRequestIsAnswer: true })
      .pipe(Effect.map(({ status, ...answer }): UserAnswer => ({ ok: status !== 400, ...answer })))

  return {
    login: Effect.fn("Session.login")(function*(credential: Credential) {
      const { wsid } = yield* inTurn(signIn(yield* accessTokenOf(credential)))
      return { wsid }
    }),
    check: Effect.fn("Session.check")((body?: Readonly<Record<string, unknown>>) =>
      ask("Session.check", "/api/v2/user/check", true, body)
    ),
    add: Effect.fn("Session.add")((body?: Readonly<Record<string, unknown>>) =>
      ask("Session.add", "/api/v2/user/add", false, body)
    ),
    logout: Effect.fn("Session.logout")(function*() {
      yield* forget
      const call = api.request({
        operation: "Session.logout",
        method: "POST",
        path: "/api/v2/user/logout",
        response: Schema.Void
      })
      // A sign-in that was under way has told of its user by now.
      const forgetAgain = Effect.suspend(() => user === undefined ? clear : forget)
      // A session that has ended is what was wanted.
      const ended = Effect.catchTag(call, "TokenExpired", () => Effect.void)
      yield* inTurn(Effect.zipRight(forgetAgain, Effect.ensuring(ended, clear)))
    }),
    initialise: Effect.fn("Session.initialise")(function*(credential: Credential, options?: InSpace) {
      const inSpace = yield* Shape.options(options)
      return yield* inTurn(initialise(yield* accessTokenOf(credential), inSpace?.spaceId))
    }),
    state: () =>
      Effect.map(spaces.current(), (space): SessionState => {
        if (user === undefined) return { _tag: "SignedOut" }
        const { initialised, wsid } = user
        return initialised && space !== undefined ? { _tag: "Ready", wsid, space } : { _tag: "SignedIn", wsid }
      })
  }
})

/**
 * A 401 (event TokenExpired) changes nothing here: the user signs in again with `login`, and the selection stays. A
 * login of another user first clears all state of the previous one and publishes SignedOut.
 *
 * @since 1.0.7
 * @category tags
 */
export class Session extends Context.Tag("effect-drive/Session")<Session, Session.Service>() {
  static readonly layer: Layer.Layer<Session, never, Credentials | DriveApi | DriveEvents | Spaces> = layerOf(
    Session,
    make
  )
}
