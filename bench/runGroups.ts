/** Runs the groups of the bench one after the other, so that neither a slow machine nor one broken group takes the others along. */
import type { Row } from "./harness.js"

/** A group that threw, and what it threw, on one line. */
export interface Broken {
  readonly name: string
  readonly message: string
}

export interface Outcome {
  readonly rows: ReadonlyArray<Row>
  /** Threw each time. */
  readonly broken: ReadonlyArray<Broken>
  /** Threw, and did not throw when it ran once more. */
  readonly unsteady: ReadonlyArray<Broken>
  /** Had no time to begin. */
  readonly leftOut: ReadonlyArray<string>
  /** Had no time to end. Whatever it began is still there. */
  readonly cutOff: string | undefined
}

export interface RunOptions {
  /** No further group begins once this is false. */
  readonly mayBegin: () => boolean
  /** Comes true when no group may continue. */
  readonly over: Promise<unknown>
  /** How often a group that throws runs. */
  readonly tries: number
  readonly onBegin: (name: string) => void
}

const isOver = Symbol("the time is over")

/** With what it was caused by, which is where `fetch` says why. */
const messageOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  const own = error.message.trim().replace(/\s*\n\s*/g, "; ")
  return error.cause === undefined ? own : `${own} (${messageOf(error.cause)})`
}

export async function runGroups(
  groups: Readonly<Record<string, () => Promise<ReadonlyArray<Row>>>>,
  names: ReadonlyArray<string>,
  { mayBegin, onBegin, over, tries }: RunOptions
): Promise<Outcome> {
  const rows: Array<Row> = []
  const broken: Array<Broken> = []
  const unsteady: Array<Broken> = []
  const leftOut: Array<string> = []
  const result = (cutOff?: string): Outcome => ({ rows, broken, unsteady, leftOut, cutOff })
  const end = over.then(() => isOver)

  for (const [index, name] of names.entries()) {
    if (!mayBegin()) {
      leftOut.push(name)
      continue
    }
    onBegin(name)
    let thrown: Broken | undefined
    for (let left = tries; left > 0; left--) {
      try {
        const made = await Promise.race([groups[name]?.() ?? [], end])
        if (typeof made === "symbol") {
          leftOut.push(...names.slice(index + 1))
          if (thrown !== undefined) unsteady.push(thrown)
          return result(name)
        }
        rows.push(...made)
        if (thrown !== undefined) unsteady.push(thrown)
        break
      } catch (error) {
        thrown = { name, message: messageOf(error) }
        console.error(`${name}: ${thrown.message}`)
        if (left === 1) broken.push(thrown)
      }
    }
  }
  return result()
}
