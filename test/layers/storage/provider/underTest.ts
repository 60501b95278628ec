/** The open space under test. */
import { Context, Effect } from "effect"
import type { StorageProvider } from "../../../../src/services/StorageProvider.js"
import type { PlatformTraits } from "./platforms.js"
import { platforms } from "./platforms.js"

export class ProviderUnderTest extends Context.Tag("test/ProviderUnderTest")<ProviderUnderTest, {
  readonly provider: StorageProvider
  /** Left out, those of its platform. */
  readonly traits?: PlatformTraits
}>() {}

export const provider = Effect.map(ProviderUnderTest, (under) => under.provider)

/** What its platform does otherwise than others. */
export const platform = Effect.map(ProviderUnderTest, ({ provider, traits }) => traits ?? platforms[provider.platform])
