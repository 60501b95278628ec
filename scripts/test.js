/** `npm test`: types, lint, every test; the last line counts the tests. */
import { endWith } from "./lastLines.js"
import { command, vitestRun } from "./vitestRun.js"

// Side by side: each of them waits now and then, for an installer, a page, or its own last file. What the tests say is shown as
// they go, all else when it has ended.
const [check, unit, packages] = await Promise.all([
  command("npm", ["run", "--silent", "check"], { inOnePiece: true }),
  vitestRun("unit", ["--project", "unit", "--project", "alone"], { again: true }),
  vitestRun("package", ["--project", "package"], { again: true, inOnePiece: true })
])
endWith([unit, packages], { check })
