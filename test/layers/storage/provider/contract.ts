/**
 * What every storage provider must do, whatever it lives on. A platform runs it with a Layer of its own:
 * `providerContract("s3", layer)`; where platforms differ, `platforms.ts` says how and why. What a provider deliberately does not do
 * is `refused`: it has to say so, and the cases that need it are left out.
 */
import { assert, layer as suite } from "@effect/vitest"
import type { Layer } from "effect"
import { Effect } from "effect"
import type { Transport } from "../../../../src/services/Transport.js"
import * as Cases from "./cases.js"
import * as Announcement from "./contractAnnouncement.js"
import * as Archives from "./contractArchives.js"
import * as Bin from "./contractBin.js"
import * as Changes from "./contractChanges.js"
import * as Downloads from "./contractDownloads.js"
import * as Files from "./contractFiles.js"
import * as Kinds from "./contractKinds.js"
import * as Names from "./contractNames.js"
import type { Refusable } from "./contractRefusals.js"
import * as Refusals from "./contractRefusals.js"
import * as Relocation from "./contractRelocation.js"
import * as Removal from "./contractRemoval.js"
import * as Space from "./contractSpace.js"
import * as Uploads from "./contractUploads.js"
import { provider, ProviderUnderTest } from "./underTest.js"

export { ProviderUnderTest }

const parts = [
  Space,
  Files,
  Names,
  Kinds,
  Changes,
  Relocation,
  Removal,
  Bin,
  Uploads,
  Announcement,
  Downloads,
  Archives
]

export const providerContract = <E>(
  name: string,
  layer: Layer.Layer<ProviderUnderTest | Transport, E>,
  refused: ReadonlySet<Refusable> = new Set()
) =>
  suite(layer)(`the ${name} provider`, (it) => {
    const { add, cases } = Cases.make(it, refused)
    for (const part of parts) part.cases(add)
    const refusals = Cases.make(it)
    Refusals.cases(refusals.add, refused)
    for (const [member, names] of refusals.cases) cases.set(member, names)

    it.effect("has a case for each of its members", () =>
      Effect.map(provider, (open) => assert.deepStrictEqual(Cases.withoutCase(open, cases), [])))
  })
