/**
 * Archives that are there for a while only.
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import type { Catalogue } from "../catalogue/Catalogue.js"
import * as Removal from "../catalogue/Removal.js"
import type { SpaceRules } from "../catalogue/SpaceRules.js"
import type { Database } from "../state/Database.js"
import { Collection } from "../state/Database.js"
import type { StateStoreError } from "../state/StateStore.js"

const ArchiveLife = Schema.Struct({ spaceId: Schema.NonEmptyString, endsAt: Schema.Number })

/**
 * The rows by file id, before there is a database to keep them.
 */
export const makeRows = () => ({ archiveLives: new Collection("archiveLives", ArchiveLife) })

export class ArchiveExpiry {
  constructor(
    private readonly rows: ReturnType<typeof makeRows>,
    private readonly database: Database,
    private readonly catalogue: Catalogue,
    private readonly scope: Scope.Scope
  ) {}

  /** Lets an archive go after a while, also when the emulator is started again in between. */
  limit(space: SpaceRules, fileId: string, lifetime: Duration.Duration): Effect.Effect<void, StateStoreError> {
    return Effect.gen(this, function*() {
      const endsAt = (yield* Clock.currentTimeMillis) + Duration.toMillis(lifetime)
      yield* this.database.commit([this.rows.archiveLives.put(fileId, { spaceId: space.spaceId, endsAt })])
      yield* Effect.forkIn(this.end(space, fileId, endsAt), this.scope)
    })
  }

  /** Waits for the end of those that an earlier run has left. */
  resume(spaces: ReadonlyArray<SpaceRules>): Effect.Effect<void> {
    return Effect.forEach(
      [...this.rows.archiveLives.rows],
      ([fileId, { endsAt, spaceId }]) => {
        const space = spaces.find((one) => one.spaceId === spaceId)
        return space === undefined ? Effect.void : Effect.forkIn(this.end(space, fileId, endsAt), this.scope)
      },
      { discard: true }
    )
  }

  private end(space: SpaceRules, fileId: string, endsAt: number): Effect.Effect<void> {
    return Effect.gen(this, function*() {
      yield* Effect.sleep(Math.max(0, endsAt - (yield* Clock.currentTimeMillis)))
      // Somebody may have removed it before.
      yield* Effect.catchTag(Removal.remove(this.catalogue, space, fileId), "Refusal", () => Effect.void)
      yield* this.database.commit([this.rows.archiveLives.remove(fileId)])
    }).pipe(
      Effect.catchAll((error) => Effect.logError(`an archive was left behind: ${error.message}`)),
      Effect.interruptible
    )
  }
}
