/** `npm test`: types, lint, and all that runs in Node. The last line counts the tests. */
import { availableParallelism } from "node:os"
import { endWith } from "./lastLines.js"
import { command, vitestRun } from "./vitestRun.js"

/**
 * One after the other: each of them wants much memory. What renders is here because vitest would run it after all that does not,
 * one file at a time. Their output is shown when they have ended.
 */
async function checkComponents() {
  const check = await command("npm", ["run", "--silent", "check"], { inOnePiece: true })
  const options = { again: true, inOnePiece: true }
  const components = await vitestRun("components", ["--project", "components", "--project", "alone"], options)
  return { components, check }
}

/**
 * Two processes more than there are processors: tests of faults and of files wait for a third of their time. Each one more reads and
 * compiles the same code once more.
 */
const unitTests = () => vitestRun("unit", ["--project", "unit"], { again: true, forks: availableParallelism() + 2 })

const [unit, { check, components }] = await Promise.all([unitTests(), checkComponents()])
endWith([unit, components], { check })
