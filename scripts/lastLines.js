/**
 * How a command that has run tests ends. What failed is printed at the end, where it is found again: the runs themselves print
 * thousands of lines. The last line counts. `check` is the exit status of types and lint, for who has looked at them.
 */
export function endWith(runs, { check } = {}) {
  const passed = runs.reduce((sum, run) => sum + run.passed, 0)
  const failed = runs.reduce((sum, run) => sum + run.failed, 0)
  console.log("")
  for (const failure of runs.flatMap((run) => run.failures)) console.log(`failed: ${failure}`)
  for (const failure of runs.flatMap((run) => run.unsteady)) console.log(`unsteady: ${failure}`)
  if (check !== undefined) console.log(`types and lint: ${check === 0 ? "clean" : "FAILED"}`)
  console.log(`${passed} passed, ${failed} failed`)
  process.exitCode = failed === 0 && (check ?? 0) === 0 ? 0 : 1
}

/** The same for the tests that need what not every machine has: without a run it says how to get that. */
export function endWithRun(run, howTo) {
  if (run !== undefined) return endWith([run])
  console.error(howTo)
  process.exitCode = 1
}
