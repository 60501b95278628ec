/**
 * The order of a file list, and the cursor that says where in it a page begins.
 *
 * pds orders by one field. Folders before files is two lists one after the other, each asked for by its type.
 */
import * as Either from "effect/Either"
import { InvalidInput } from "../../domain/errors/InputErrors.js"

/**
 * One list that pds gives by itself: everything, folders, or files.
 */
export type Phase = "all" | "folder" | "file"

/**
 * `phases` one after the other, each ordered by `field`.
 */
export interface ListOrder {
  readonly phases: readonly [Phase, ...ReadonlyArray<Phase>]
  readonly field: "created_at" | "name" | "size" | "updated_at"
  readonly direction: "ASC" | "DESC"
}

/**
 * Where a page begins; `marker` is pds's own, `undefined` at the beginning of a phase.
 */
export interface Place {
  readonly phase: Phase
  readonly marker: string | undefined
}

/** Spec point 9: type ascending, then created_at descending. */
const defaultOrder: ListOrder = { phases: ["folder", "file"], field: "created_at", direction: "DESC" }

const fields = new Set(["created_at", "name", "size", "updated_at"])

const isField = (name: string): name is ListOrder["field"] => fields.has(name)

interface Term {
  readonly name: string
  readonly descending: boolean
}

/** `name`, `name desc`, `-name`. */
const termOf = (term: string): Term | undefined => {
  const [, minus, name, direction] = /^\s*(-?)\s*([a-z_]+)(?:\s+(asc|desc))?\s*$/i.exec(term) ?? []
  if (name === undefined || (minus === "-" && direction !== undefined)) return undefined
  return { name: name.toLowerCase(), descending: minus === "-" || direction?.toLowerCase() === "desc" }
}

const refused = (message: string) => Either.left(new InvalidInput({ field: "order", message }))

const orderOf = (order: string | undefined): Either.Either<ListOrder, InvalidInput> => {
  if (order === undefined || order.trim() === "") return Either.right(defaultOrder)
  const terms = order.split(",").map(termOf)
  const [first, ...others] = terms
  if (first === undefined || others.includes(undefined)) return refused("an order is fields with asc or desc")
  const byType = first.name === "type" ? first : undefined
  const [by, ...more] = byType === undefined ? terms : others
  if (more.length > 0) return refused("pds orders by type and one field")
  if (by !== undefined && !isField(by.name)) return refused(`pds does not order by ${by.name}`)
  const typed: ListOrder["phases"] = byType?.descending === true ? ["file", "folder"] : ["folder", "file"]
  return Either.right({
    phases: byType === undefined ? ["all"] : typed,
    field: by !== undefined && isField(by.name) ? by.name : defaultOrder.field,
    direction: by === undefined ? defaultOrder.direction : by.descending ? "DESC" : "ASC"
  })
}

/**
 * What a caller asked for: an order in words, and one of the two types if not both.
 */
export const make = (wanted: {
  readonly order?: string | undefined
  readonly fileType?: "file" | "folder" | undefined
}): Either.Either<ListOrder, InvalidInput> =>
  Either.map(
    orderOf(wanted.order),
    (order) => wanted.fileType === undefined ? order : { ...order, phases: [wanted.fileType] }
  )

/**
 * The opaque `next` of a page.
 */
export const cursorOf = ({ marker = "", phase }: Place): string => `${phase}~${marker}`

/**
 * The place that a cursor names. One that is none, or that belongs to a list in another order, is refused.
 */
export const placeOf = (order: ListOrder, cursor: string | undefined): Either.Either<Place, InvalidInput> => {
  if (cursor === undefined) return Either.right({ phase: order.phases[0], marker: undefined })
  const [, name, marker] = /^(all|folder|file)~(.*)$/s.exec(cursor) ?? []
  const phase = order.phases.find((one) => one === name)
  return phase === undefined
    ? Either.left(new InvalidInput({ field: "cursor", message: "this is not the `next` of a page of this list" }))
    : Either.right({ phase, marker: marker === "" ? undefined : marker })
}

/**
 * The beginning of the phase after this one.
 */
export const phaseAfter = (order: ListOrder, phase: Phase): Place | undefined => {
  const next = order.phases[order.phases.indexOf(phase) + 1]
  return next === undefined ? undefined : { phase: next, marker: undefined }
}
