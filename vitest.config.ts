import { defineConfig } from "vitest/config"
import { sourceAliases } from "./scripts/sourceAliases.js"

/** `unit` is everything that runs in this process; `package` builds, packs and installs the package, and takes a while. */
export default defineConfig({
  resolve: { alias: sourceAliases },
  test: {
    // Generous: a slow machine is no failure, and a test that hangs still ends.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // By default one processor is left alone, which on a machine of two is half of the time.
    maxWorkers: "100%",
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          setupFiles: ["test/propertySeed.ts"],
          include: ["{test,emulator/test}/**/*.test.{ts,tsx}"],
          exclude: ["test/package/**", "test/soak/**"]
        }
      },
      {
        test: {
          name: "package",
          include: ["test/package/**/*.test.ts"],
          testTimeout: 240_000,
          hookTimeout: 240_000
        }
      }
    ]
  }
})
