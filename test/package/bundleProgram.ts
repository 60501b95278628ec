/** The process in which bundlers run: makes one application after the other, as it is told. */
import type { Address, Built, Bundler } from "./bundlers.js"
import { bundlers } from "./bundlers.js"

export interface Order {
  readonly bundler: Bundler
  readonly app: string
  readonly tools: string
  readonly emulator: Address
}

export type Answer = { readonly built: Built } | { readonly problem: string }

const answerTo = ({ app, bundler, emulator, tools }: Order): Promise<Answer> =>
  bundlers[bundler](app, tools, emulator).then(
    (built) => ({ built }),
    (error: unknown) => ({ problem: error instanceof Error ? error.stack ?? error.message : String(error) })
  )

process.on("message", (order: Order) => void answerTo(order).then((answer) => process.send?.(answer)))
