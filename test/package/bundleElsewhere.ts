/**
 * Bundlers in a process of their own: they keep their processor busy for longer than vitest waits for a word of a test, and the
 * pages that others have made are tried meanwhile.
 */
import { fork } from "node:child_process"
import { rmSync } from "node:fs"
import { join } from "node:path"
import { bundledProgram } from "../bundledProgram.js"
import type { Answer, Order } from "./bundleProgram.js"
import type { Address, Built, Bundler } from "./bundlers.js"

interface Elsewhere {
  /** One at a time. */
  readonly bundle: (bundler: Bundler, app: string) => Promise<Built>
  readonly end: () => void
}

export const bundleElsewhere = async (tools: string, emulator: Address): Promise<Elsewhere> => {
  const program = await bundledProgram(join(import.meta.dirname, "bundleProgram.ts"))
  const child = fork(program, { env: { ...process.env, NODE_ENV: undefined }, execArgv: [] })
  return {
    bundle: (bundler, app) =>
      new Promise((resolve, reject) => {
        const ended = (status: number | null) => reject(new Error(`the process of the bundlers ended with ${status}`))
        child.once("exit", ended)
        child.once("message", (answer: Answer) => {
          child.off("exit", ended)
          if ("built" in answer) resolve(answer.built)
          else reject(new Error(`${bundler}: ${answer.problem}`))
        })
        child.send({ bundler, app, tools, emulator } satisfies Order)
      }),
    end: () => {
      child.disconnect()
      rmSync(program)
    }
  }
}
