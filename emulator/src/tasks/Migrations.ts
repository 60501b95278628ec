/**
 * Migrations of spaces: nothing is moved, but they begin, take a while and end.
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Refusal } from "../catalogue/Refusal.js"
import type { SpaceRules } from "../catalogue/SpaceRules.js"
import type { Database } from "../state/Database.js"
import { Collection } from "../state/Database.js"
import type { StateStoreError } from "../state/StateStore.js"
import type { Tasks } from "./Tasks.js"

/**
 * The last migration of a space, for whom, and its task.
 */
export const Migration = Schema.Struct({ business: Schema.NonEmptyString, taskId: Schema.NonEmptyString })

/**
 * The rows by space, before there is a database to keep them.
 */
export const makeRows = () => ({ migrations: new Collection("migrations", Migration) })

const underWay = new Refusal({ code: "AlreadyExist.Migration", status: 409, message: "a migration is under way" })

export class Migrations {
  constructor(
    private readonly rows: ReturnType<typeof makeRows>,
    private readonly database: Database,
    private readonly tasks: Tasks
  ) {}

  start(space: SpaceRules, business: string): Effect.Effect<void, Refusal | StateStoreError> {
    return Effect.gen(this, function*() {
      if ((yield* this.status(space)).status === "STARTED") return yield* underWay
      const taskId = yield* this.tasks.begin(space)
      yield* this.database.commit([this.rows.migrations.put(space.spaceId, { business, taskId })])
    })
  }

  status(space: SpaceRules): Effect.Effect<{ readonly status: string; readonly business: string }, Refusal> {
    return Effect.suspend(() => {
      const last = this.rows.migrations.get(space.spaceId)
      return last === undefined
        ? Effect.succeed({ status: "NONE", business: "" })
        : Effect.map(this.tasks.get(space, last.taskId), ({ status }) => ({ status, business: last.business }))
    })
  }
}
