/**
 * The list of tests that are known to fail: a line is `title :: reason`, where `*` in the title stands for any text. Blank lines and
 * those that begin with `#` say nothing. A reason that begins with `at times` is one of a race or of another release of a dependency: such
 * a test may pass too.
 */

const patternOf = (title) =>
  new RegExp(`^${title.split("*").map((text) => text.replace(/[.+?^${}()|[\]\\]/g, "\\$&")).join(".*")}$`, "s")

/** Fails at a line that gives no reason. */
export function parseExceptions(text) {
  return text.split("\n").flatMap((line, index) => {
    if (line.trim() === "" || line.startsWith("#")) return []
    const [, title, reason] = /^(.*\S)\s+::\s+(\S.*)$/.exec(line) ?? []
    if (title === undefined) throw new Error(`line ${index + 1} gives no reason: ${line}`)
    return [{ title, reason: reason.trim(), pattern: patternOf(title) }]
  })
}

/** Holds what a run did against the list. A test that did not run, because what comes before it failed, has not passed. */
export function judge(outcomes, exceptions) {
  const isListed = ({ title }) => exceptions.some(({ pattern }) => pattern.test(title.trim()))
  const mayPass = ({ title }) =>
    exceptions.some(({ pattern, reason }) => reason.startsWith("at times") && pattern.test(title.trim()))
  const titles = (those) => those.map(({ title }) => title)
  const [passed, failed] = [outcomes.filter((one) => one.passed), outcomes.filter((one) => !one.passed)]
  return {
    passed: passed.length,
    excused: failed.filter(isListed).length,
    failed: titles(failed.filter((one) => !isListed(one))),
    passedThoughListed: titles(passed.filter((one) => isListed(one) && !mayPass(one))),
    withoutTest: titles(exceptions.filter(({ pattern }) => !outcomes.some(({ title }) => pattern.test(title.trim()))))
  }
}
