import { defineConfig } from "vitest/config"
import { sourceAliases } from "./scripts/sourceAliases.js"
import { compiledSources } from "./test/compiledSources.js"
import { testLimit } from "./test/limits.js"

/** The suites that need a real S3 server, named by S3_ENDPOINT, S3_REGION, S3_BUCKET, S3_KEY and S3_SECRET. */
export default defineConfig({
  resolve: { alias: sourceAliases },
  plugins: [compiledSources()],
  test: {
    name: "s3",
    include: ["test/layers/storage/s3/**/*.s3.ts"],
    testTimeout: testLimit,
    hookTimeout: testLimit
  }
})
