/**
 * What happens to a file whose name is taken: asked for, one file at a time, until the answer is for all the rest.
 */
import * as Effect from "effect/Effect"
import type { CheckNameMode } from "../../domain/CheckNameMode.js"
import { InvalidInput } from "../../domain/errors/InputErrors.js"
import type { ConflictAnswer, ConflictChoice, FolderConflict, FolderRequest } from "../../services/FolderUploads.js"

/**
 * The mode to upload with; `skip` uploads nothing.
 */
export type Decision = CheckNameMode | "skip" | undefined

const decisions: Readonly<Record<ConflictChoice, Exclude<Decision, undefined>>> = {
  keepBoth: "auto_rename",
  replace: "overwrite",
  skip: "skip"
}

const invalidAnswer = (cause: unknown): InvalidInput =>
  new InvalidInput({ field: "onConflict", message: `onConflict failed: ${String(cause)}` })

const awaitAnswer = (
  answer: ConflictAnswer | PromiseLike<ConflictAnswer> | Effect.Effect<ConflictAnswer>
): Effect.Effect<ConflictAnswer, InvalidInput> =>
  Effect.isEffect(answer) ? answer : Effect.tryPromise({ try: () => Promise.resolve(answer), catch: invalidAnswer })

const choiceOf = (answer: ConflictAnswer): Effect.Effect<ConflictChoice, InvalidInput> => {
  const choice: unknown = typeof answer === "string" ? answer : answer?.choice
  return choice === "keepBoth" || choice === "replace" || choice === "skip"
    ? Effect.succeed(choice)
    : new InvalidInput({ field: "onConflict", message: "onConflict must answer keepBoth, replace or skip" })
}

export class Conflicts {
  private readonly turn = Effect.unsafeMakeSemaphore(1)
  private forAll: Decision

  constructor(private readonly onConflict: NonNullable<FolderRequest["onConflict"]>) {}

  /** What is in the way is looked for only if somebody is asked. */
  decide<E>(conflict: Effect.Effect<FolderConflict, E>): Effect.Effect<Decision, E | InvalidInput> {
    return this.turn.withPermits(1)(
      Effect.suspend(() =>
        this.forAll === undefined
          ? Effect.flatMap(conflict, (asked) => this.ask(asked))
          : Effect.succeed(this.forAll)
      )
    )
  }

  private ask(conflict: FolderConflict): Effect.Effect<Decision, InvalidInput> {
    return Effect.gen(this, function*() {
      const answer = yield* Effect.flatMap(
        Effect.try({ try: () => this.onConflict(conflict), catch: invalidAnswer }),
        awaitAnswer
      )
      const decision = decisions[yield* choiceOf(answer)]
      if (typeof answer === "object" && answer.forAllTheRest === true) this.forAll = decision
      return decision
    })
  }
}
