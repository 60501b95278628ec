// @effect-diagnostics duplicatePackage:warning -- it looks at all files of the program, wherever it is asked for
import { defineConfig } from "vitest/config"
import { sourceAliases } from "./scripts/sourceAliases.js"
import { compiledSources } from "./test/compiledSources.js"
import { testLimit, waitLimit } from "./test/limits.js"
import { LongestFirst } from "./test/LongestFirst.js"

/**
 * Files that put modules of their own in the place of ours, which others in the same process would get too, and those that run test
 * files once more, which a process that has run them before would not load again.
 */
const alone = [
  "test/golden/otherTypes.test.ts",
  "test/react/lateCode.test.tsx",
  "test/transfer/parts/pageHashingCode.test.ts",
  "test/transfer/upload/throughThread.test.ts"
]

/** In a Chromium: `npm run test:browser` runs them. */
const inPages = "test/**/*.browser.test.ts"

/** The suites of `happyDom.test.tsx` once more: `npm run test:elsewhere` runs it. */
const jsdom = "test/react/jsdom.test.tsx"

const screenSetup = "test/react/screenSetup.ts"

/** Of what runs in processes of Node. */
const inForks = {
  pool: "forks" as const,
  setupFiles: ["test/propertySeed.ts", "test/fileSetup.ts"],
  testTimeout: testLimit,
  hookTimeout: testLimit,
  expect: { poll: { timeout: waitLimit } }
}

/**
 * `unit` is what runs in this process; `components` and `jsdom` are what renders, in a page that Node pretends to be; `browser` is the
 * library and the web drive in a Chromium, which are one project because vitest runs projects one after the other; `package` builds, packs and installs the
 * package, and takes a while.
 */
export default defineConfig({
  test: {
    // By default one processor is left alone, which on a machine of two is half of the time.
    maxWorkers: "100%",
    globalSetup: ["test/runSetup.ts"],
    sequence: { sequencer: LongestFirst },
    poolOptions: {
      // One process for many files, which then read once what they share. A test that changes what is everybody's puts it back.
      // Young objects, of which Effect makes many, get room enough to die young: a tenth less of the processor's time.
      forks: { isolate: false, execArgv: ["--max-semi-space-size=64"] },
      threads: { maxThreads: 1 }
    },
    projects: [
      {
        resolve: { alias: sourceAliases },
        plugins: [compiledSources()],
        test: {
          ...inForks,
          name: "unit",
          include: ["{test,emulator/test}/**/*.test.ts"],
          exclude: ["test/package/**", "test/soak/**", inPages, ...alone]
        }
      },
      {
        resolve: { alias: sourceAliases },
        plugins: [compiledSources()],
        test: {
          ...inForks,
          name: "components",
          setupFiles: [...inForks.setupFiles, screenSetup],
          include: ["test/**/*.test.tsx"],
          exclude: [jsdom, ...alone]
        }
      },
      {
        resolve: { alias: sourceAliases },
        plugins: [compiledSources()],
        test: { ...inForks, name: "jsdom", setupFiles: [...inForks.setupFiles, screenSetup], include: [jsdom] }
      },
      {
        resolve: { alias: sourceAliases },
        plugins: [compiledSources()],
        test: { ...inForks, name: "browser", include: [inPages] }
      },
      {
        resolve: { alias: sourceAliases },
        test: {
          name: "alone",
          pool: "threads",
          setupFiles: ["test/propertySeed.ts", "test/fileSetup.ts"],
          include: [...alone],
          testTimeout: testLimit,
          hookTimeout: testLimit
        }
      },
      {
        resolve: { alias: sourceAliases },
        test: {
          name: "package",
          pool: "threads",
          setupFiles: ["test/fileSetup.ts"],
          include: ["test/package/**/*.test.ts"],
          testTimeout: testLimit,
          hookTimeout: testLimit
        }
      }
    ]
  }
})
