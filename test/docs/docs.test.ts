/**
 * The code blocks of the pages about the three faces are pieces of programs that run here, against an emulator.
 */
import { afterEach, assert, beforeEach, describe, it } from "@effect/vitest"
import type { RunningEmulator } from "effect-drive/emulator"
import { startEmulator } from "effect-drive/emulator"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { vi } from "vitest"
import * as AssetsTour from "./assetsTour.js"
import * as BucketTour from "./bucketTour.js"
import * as DownloadsTour from "./downloadsTour.js"
import * as EffectTour from "./effectTour.js"
import * as HowToTour from "./howToTour.js"
import * as PromiseTour from "./promiseTour.js"

const root = join(import.meta.dirname, "../..")

const withoutIndent = (code: string): string =>
  code.split("\n").map((line) => line.trim()).filter((line) => line !== "").join("\n")

/** The fenced blocks of a page, in the pieces that empty lines make of them. */
const pieces = (page: string): ReadonlyArray<string> =>
  [...readFileSync(join(root, "docs", page), "utf8").matchAll(/```tsx?\n([\s\S]*?)```/g)]
    .flatMap(([, code = ""]) => code.split(/\n\n+/))
    .map(withoutIndent)
    .filter((piece) => piece !== "")

const tours: ReadonlyArray<readonly [page: string, ...programs: ReadonlyArray<string>]> = [
  ["assets.md", "assetsTour.ts"],
  ["bucket.md", "bucketTour.ts"],
  ["downloads.md", "downloadsTour.ts"],
  ["how-to.md", "howToTour.ts"],
  ["promise.md", "promiseTour.ts"],
  ["effect.md", "effectTour.ts"],
  ["react.md", "smallDrive.tsx", "reactTour.tsx", "reactChanges.tsx"]
]

describe.each(tours)(
  "docs/%s",
  (page, ...programs) => {
    it("shows nothing but code of its program", () => {
      const code = programs.map((program) => withoutIndent(readFileSync(join(import.meta.dirname, program), "utf8")))
        .join("\n")
      const all = pieces(page)
      assert.isAbove(all.length, 4)
      for (const piece of all) assert.include(code, piece)
    })
  }
)

describe("the programs of the pages", () => {
  let emulator: RunningEmulator
  let folder = ""

  beforeEach(async () => {
    vi.spyOn(console, "log").mockImplementation(() => {})
    emulator = await startEmulator()
    folder = mkdtempSync(join(tmpdir(), "effect-drive-docs-"))
  })
  afterEach(async () => {
    vi.restoreAllMocks()
    await emulator.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it("docs/assets.md", () => AssetsTour.tour(emulator.apiHost, emulator.accessToken))

  for (const spaceId of ["s3-files", "oss-files"]) {
    it(`docs/bucket.md on ${spaceId}`, () => BucketTour.tour(emulator.apiHost, emulator.accessToken, spaceId))
  }

  it("docs/promise.md", () => PromiseTour.tour(emulator.apiHost, emulator.accessToken, folder))

  it("docs/how-to.md", () => HowToTour.tour(emulator.apiHost, emulator.accessToken, folder))

  it("docs/downloads.md", () => DownloadsTour.tour(emulator.apiHost, emulator.accessToken, folder))

  it("docs/effect.md", () => EffectTour.tour(emulator.apiHost, emulator.accessToken, folder))
})
