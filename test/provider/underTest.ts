/** The open space under test. */
import { Context, Effect } from "effect"
import type { StorageProvider } from "../../src/services/StorageProvider.js"
import { platforms } from "./platforms.js"

export class ProviderUnderTest extends Context.Tag("test/ProviderUnderTest")<ProviderUnderTest, {
  readonly provider: StorageProvider
}>() {}

export const provider = Effect.map(ProviderUnderTest, (under) => under.provider)

/** What its platform does otherwise than others. */
export const platform = Effect.map(provider, (one) => platforms[one.platform])
