import { defineConfig } from "vitest/config"
import { sourceAliases } from "./scripts/sourceAliases.js"
import { compiledSources } from "./test/compiledSources.js"
import { testLimit, waitLimit } from "./test/limits.js"

/** The suites that run in the Firefox of this machine. */
export default defineConfig({
  resolve: { alias: sourceAliases },
  plugins: [compiledSources()],
  test: {
    name: "firefox",
    include: ["test/firefox/**/*.firefox.ts"],
    globalSetup: ["test/runSetup.ts"],
    setupFiles: ["test/fileSetup.ts"],
    testTimeout: testLimit,
    hookTimeout: testLimit,
    expect: { poll: { timeout: waitLimit } }
  }
})
