/**
 * The order of a file list, and the cursor that says where in it a page begins.
 *
 * pds orders by one field. Folders before files is two lists one after the other, each asked for by its type.
 */
import * as Either from "effect/Either"
import { InvalidInput } from "../../../domain/errors/InputErrors.js"
import * as Order from "../../../domain/ListOrder.js"

/**
 * One list that pds gives by itself: everything, folders, or files.
 */
export type Phase = "all" | "folder" | "file"

/**
 * `phases` one after the other, each ordered by `field`.
 */
export interface ListOrder {
  readonly phases: readonly [Phase, ...ReadonlyArray<Phase>]
  readonly field: Exclude<Order.OrderField, "type">
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

const refuse = (message: string) => Either.left(new InvalidInput({ field: "order", message }))

const orderOf = (order: string | undefined): Either.Either<ListOrder, InvalidInput> =>
  Either.flatMap(Order.make(order), (terms) => {
    const [first] = terms
    if (first === undefined) return Either.right(defaultOrder)
    const byType = first.field === "type" ? first : undefined
    const [by, ...more] = byType === undefined ? terms : terms.slice(1)
    if (more.length > 0 || by?.field === "type") return refuse("pds orders by type and one field")
    const typed: ListOrder["phases"] = byType?.descending === true ? ["file", "folder"] : ["folder", "file"]
    return Either.right<ListOrder>({
      phases: byType === undefined ? ["all"] : typed,
      field: by === undefined ? defaultOrder.field : by.field,
      direction: by === undefined ? defaultOrder.direction : by.descending ? "DESC" : "ASC"
    })
  })

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
 * The opaque `next` of a page, for this space alone: the same place in another one would silently leave out what comes before it.
 */
export const cursorOf = (spaceId: string, { marker = "", phase }: Place): string => `${phase}~${spaceId}~${marker}`

/**
 * The place that a cursor names. One that is none, or that belongs to another space or a list in another order, is refused.
 */
export const placeOf = (
  spaceId: string,
  order: ListOrder,
  cursor: string | undefined
): Either.Either<Place, InvalidInput> => {
  if (cursor === undefined) return Either.right({ phase: order.phases[0], marker: undefined })
  const phase = order.phases.find((one) => cursor.startsWith(cursorOf(spaceId, { phase: one, marker: undefined })))
  if (phase === undefined) {
    return Either.left(
      new InvalidInput({ field: "cursor", message: "this is not the `next` of a page of this list in this space" })
    )
  }
  const marker = cursor.slice(cursorOf(spaceId, { phase, marker: undefined }).length)
  return Either.right({ phase, marker: marker === "" ? undefined : marker })
}

/**
 * The beginning of the phase after this one.
 */
export const phaseAfter = (order: ListOrder, phase: Phase): Place | undefined => {
  const next = order.phases[order.phases.indexOf(phase) + 1]
  return next === undefined ? undefined : { phase: next, marker: undefined }
}
