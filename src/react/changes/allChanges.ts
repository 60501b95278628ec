/**
 * All changes of a drive, by their names.
 *
 * @since 1.0.7
 */
import type { Change, Undoable } from "./Change.js"
import { fileChanges } from "./fileChanges.js"
import { libraryChanges } from "./libraryChanges.js"
import type { Where } from "./makeChange.js"
import { makeChange } from "./makeChange.js"

const all = { ...fileChanges, ...libraryChanges }

/**
 * @since 1.0.7
 * @category models
 */
export type ChangeName = keyof typeof all

/**
 * What a change is called with.
 *
 * @since 1.0.7
 * @category models
 */
export type InputOf<Name extends ChangeName> = (typeof all)[Name] extends Change<infer Input, infer _A> ? Input : never

/**
 * What a change answers.
 *
 * @since 1.0.7
 * @category models
 */
export type AnswerOf<Name extends ChangeName> = (typeof all)[Name] extends
  Change<infer _Input, infer A extends object> ? A
  : never

const changes: { readonly [Name in ChangeName]: Change<InputOf<Name>, AnswerOf<Name>> } = all

/**
 * @since 1.0.7
 * @category combinators
 */
export const change = <Name extends ChangeName>(
  name: Name,
  input: InputOf<Name>,
  where: Where
): Promise<AnswerOf<Name> & Undoable> => makeChange<InputOf<Name>, AnswerOf<Name>>(changes[name], input, where)
