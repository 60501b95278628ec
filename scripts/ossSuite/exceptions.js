/**
 * The list of tests that are known to fail: a line is `title: reason`, where `*` in the title stands for any text. Blank lines and
 * those that begin with `#` say nothing.
 */

const patternOf = (title) =>
  new RegExp(`^${title.split("*").map((text) => text.replace(/[.+?^${}()|[\]\\]/g, "\\$&")).join(".*")}$`, "s")

/** @returns {ReadonlyArray<{ title: string, reason: string, pattern: RegExp }>} */
export function parseExceptions(text) {
  return text.split("\n").flatMap((line, index) => {
    if (line.trim() === "" || line.startsWith("#")) return []
    const colon = line.lastIndexOf(" :: ")
    if (colon < 0 || line.slice(colon + 4).trim() === "") throw new Error(`line ${index + 1} gives no reason: ${line}`)
    const title = line.slice(0, colon).trim()
    return [{ title, reason: line.slice(colon + 4).trim(), pattern: patternOf(title) }]
  })
}

/**
 * Holds what a run did against the list. A test that did not run, because what comes before it failed, has not passed.
 *
 * @param outcomes {ReadonlyArray<{ title: string, passed: boolean }>}
 */
export function judge(outcomes, exceptions) {
  const listed = (title) => exceptions.filter(({ pattern }) => pattern.test(title))
  return {
    passed: outcomes.filter(({ passed }) => passed).length,
    excused: outcomes.filter(({ passed, title }) => !passed && listed(title).length > 0).length,
    failed: outcomes.filter(({ passed, title }) => !passed && listed(title).length === 0).map(({ title }) => title),
    passedThoughListed: outcomes.filter(({ passed, title }) => passed && listed(title).length > 0)
      .map(({ title }) => title),
    withoutTest: exceptions.filter(({ pattern }) => !outcomes.some(({ title }) => pattern.test(title)))
      .map(({ title }) => title)
  }
}
