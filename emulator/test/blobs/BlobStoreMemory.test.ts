import { describe } from "@effect/vitest"
import { Effect } from "effect"
import * as BlobStoreMemory from "../../src/blobs/BlobStoreMemory.js"
import { blobStoreContract } from "./blobStoreContract.js"

describe("BlobStoreMemory", () => {
  blobStoreContract(
    (effect) => Effect.provide(effect, BlobStoreMemory.layer()),
    (effect) => Effect.provide(effect, BlobStoreMemory.layer({ capacity: 1000 }))
  )
})
