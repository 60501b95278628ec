/** `npm test`: types, lint, every test; the last line counts the tests. */
import { endWith } from "./lastLines.js"
import { command, vitestRun } from "./vitestRun.js"

// One after the other: tests in a browser want the machine for themselves, and a worker that waits too long for its turn is told
// as an error.
const check = await command("npm", ["run", "--silent", "check"])
const unit = await vitestRun("unit", ["--project", "unit", "--project", "alone"], { again: true })
const packages = await vitestRun("package", ["--project", "package"], { again: true })
endWith([unit, packages], { check })
