/**
 * `npm test`: types, lint, the tests of the library, and of the web drive what needs no browser and its main flows. The last line counts
 * the tests.
 */
import { availableParallelism } from "node:os"
import { withBuiltApp } from "./buildApp.js"
import { endWith } from "./lastLines.js"
import { command, vitestRun } from "./vitestRun.js"

/**
 * One after the other: each of them wants much memory. What renders is here because vitest would run it after all that does not,
 * one file at a time. Their output is shown when they have ended.
 */
async function checkPackageAndComponents(app) {
  const check = await command("npm", ["run", "--silent", "check"], { inOnePiece: true })
  const options = { again: true, inOnePiece: true, env: await app }
  const packages = await vitestRun("package", ["--project", "package"], options)
  const components = await vitestRun("components", ["--project", "components", "--project", "alone"], options)
  return { packages, components, check }
}

/** They often wait for a browser or for a pause to pass: others use the processors meanwhile. */
async function unitTests(app) {
  const forks = availableParallelism() * 2
  return vitestRun("unit", ["--project", "unit"], { again: true, env: await app, forks })
}

const everything = (app) => Promise.all([unitTests(app), checkPackageAndComponents(app)])

const [unit, { check, components, packages }] = await withBuiltApp(everything)
endWith([unit, packages, components], { check })
