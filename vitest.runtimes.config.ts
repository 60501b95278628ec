import { defineConfig } from "vitest/config"
import { sourceAliases } from "./scripts/sourceAliases.js"

/** The package in runtimes other than Node. */
export default defineConfig({
  resolve: { alias: sourceAliases },
  test: {
    name: "runtimes",
    include: ["test/runtimes/**/*.runtime.ts"],
    setupFiles: ["test/fileSetup.ts"],
    testTimeout: 600_000,
    hookTimeout: 600_000
  }
})
