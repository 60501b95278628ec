import { defineConfig } from "vitest/config"
import { sourceAliases } from "./scripts/sourceAliases.js"
import { compiledSources } from "./test/compiledSources.js"
import { testLimit } from "./test/limits.js"

/** The suite for a real bucket on OSS, named by OSS_ENDPOINT, OSS_REGION, OSS_BUCKET, OSS_KEY and OSS_SECRET. */
export default defineConfig({
  resolve: { alias: sourceAliases },
  plugins: [compiledSources()],
  test: {
    name: "oss",
    include: ["test/layers/storage/oss/**/*.oss.ts"],
    testTimeout: testLimit,
    hookTimeout: testLimit
  }
})
