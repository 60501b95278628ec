/** Tests that mostly wait: they begin with the file, so that the others run while they do. */
import { afterAll, beforeAll } from "@effect/vitest"

/** Called in a file or in a suite, whose first test they begin with. It gives the body of a test out of what is to run. */
export const waitMeanwhile = (): (run: () => Promise<void>) => () => Promise<void> => {
  const begin: Array<() => Promise<void>> = []

  beforeAll(() => begin.forEach((run) => void run()))
  afterAll(() => Promise.allSettled(begin.map((run) => run())))

  return (run) => {
    let begun: Promise<void> | undefined
    const once = () => begun ??= run()
    // Its own test is the one to fail, also where it fails before that test is reached.
    begin.push(() => once().catch(() => {}))
    return once
  }
}
