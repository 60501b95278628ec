import { defineConfig } from "vitest/config"
import { sourceAliases } from "./scripts/sourceAliases.js"

/** The suites that run in the Firefox of this machine. */
export default defineConfig({
  resolve: { alias: sourceAliases },
  test: {
    name: "firefox",
    include: ["test/firefox/**/*.firefox.ts"],
    globalSetup: ["test/runSetup.ts"],
    setupFiles: ["test/fileSetup.ts"],
    testTimeout: 240_000,
    hookTimeout: 240_000
  }
})
