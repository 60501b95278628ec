import { defineConfig } from "vitest/config"
import { sourceAliases } from "./scripts/sourceAliases.js"
import { compiledSources } from "./test/compiledSources.js"
import { testLimit, waitLimit } from "./test/limits.js"

/** The suites that run in the WebKit of this machine. */
export default defineConfig({
  resolve: { alias: sourceAliases },
  plugins: [compiledSources()],
  test: {
    name: "webkit",
    include: ["test/webkit/**/*.webkit.ts"],
    globalSetup: ["test/runSetup.ts"],
    setupFiles: ["test/fileSetup.ts"],
    testTimeout: testLimit,
    hookTimeout: testLimit,
    expect: { poll: { timeout: waitLimit } }
  }
})
