/** Golden exchanges of the provider that the product API serves. */
import { Effect } from "effect"
import { SpaceId } from "../../src/domain/Ids.js"
import * as ProductProvider from "../../src/layers/storage/product/ProductProvider.js"
import { DriveApi } from "../../src/services/DriveApi.js"
import type { StorageProvider } from "../../src/services/StorageProvider.js"
import { storeOn } from "../layers/storage/s3/fakeNetwork.js"
import { clientLayer, serve } from "./harness.js"

/** Makes the calls of a test on a space named "space 1", and compares them with the golden file. */
export const exchangedWith =
  (file: string) => <A, E>(names: ReadonlyArray<string>, calls: (provider: StorageProvider) => Effect.Effect<A, E>) =>
    Effect.gen(function*() {
      const golden = yield* serve(file, names)
      const { objects } = yield* storeOn([])
      const result = yield* Effect.flatMap(DriveApi, (api) =>
        calls(ProductProvider.make({
          api,
          objects,
          platform: "s3",
          space: {
            spaceId: SpaceId.make("space 1"),
            platform: "s3",
            name: undefined,
            fileSizeLimit: undefined,
            downloadSpeed: undefined
          }
        }))).pipe(Effect.provide(clientLayer(golden.origin)))
      yield* golden.verify
      return result
    })
