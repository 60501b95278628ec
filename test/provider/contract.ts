/**
 * What every storage provider must do, whatever it lives on. A platform runs it with a Layer of its own:
 * `providerContract("s3", layer)`; where platforms differ, `platforms.ts` says how and why.
 */
import { assert, layer as suite } from "@effect/vitest"
import type { Layer } from "effect"
import { Effect } from "effect"
import type { Transport } from "../../src/services/Transport.js"
import * as Cases from "./cases.js"
import * as Archives from "./contractArchives.js"
import * as Bin from "./contractBin.js"
import * as Changes from "./contractChanges.js"
import * as Downloads from "./contractDownloads.js"
import * as Files from "./contractFiles.js"
import * as Kinds from "./contractKinds.js"
import * as Names from "./contractNames.js"
import * as Relocation from "./contractRelocation.js"
import * as Removal from "./contractRemoval.js"
import * as Space from "./contractSpace.js"
import * as Uploads from "./contractUploads.js"
import { provider, ProviderUnderTest } from "./underTest.js"

export { ProviderUnderTest }

const parts = [Space, Files, Names, Kinds, Changes, Relocation, Removal, Bin, Uploads, Downloads, Archives]

export const providerContract = <E>(name: string, layer: Layer.Layer<ProviderUnderTest | Transport, E>) =>
  suite(layer)(`the ${name} provider`, (it) => {
    const { add, cases } = Cases.make(it)
    for (const part of parts) part.cases(add)

    it.effect("has a case for each of its members", () =>
      Effect.map(provider, (open) => assert.deepStrictEqual(Cases.withoutCase(open, cases), [])))
  })
