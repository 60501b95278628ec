/**
 * A product API with one user and two spaces, in plain data, that a test can change while it runs.
 */
import type { Effect } from "effect"
import { Layer } from "effect"
import type { DriveOptions } from "../../../src/layers/api/DriveOptions.js"
import { Credentials } from "../../../src/services/Credentials.js"
import { Session } from "../../../src/services/Session.js"
import { Spaces } from "../../../src/services/Spaces.js"
import { ProviderDrivers, StorageProviders } from "../../../src/services/StorageProviders.js"
import type { Answer, Asked, Product } from "../../layers/api/fakeProduct.js"
import { apiLayer, data, fakeProduct } from "../../layers/api/fakeProduct.js"

export const secrets = ["AK-secret", "SK-secret", "ST-secret", "DT-secret"] as const

export const bucketToken = {
  platform: 3,
  bucket_name: "bucket",
  bucket_endpoint: "https://s3.example.com",
  region: "eu-1",
  access_key_id: "AK-secret",
  access_key_secret: "SK-secret",
  security_token: "ST-secret"
}

export const driveToken = {
  platform: 1,
  params: { endpoint: "https://pds.example.com", access_token: "DT-secret", drive_id: "drive-1", expires_in: 7200 }
}

type Answers = Record<string, (asked: Asked) => Answer | Effect.Effect<Answer>>

/** Answers by `METHOD /path`; a test replaces those that it wants otherwise. */
export const fakeDrive = (changes: Answers = {}, overrides: Partial<DriveOptions> = {}) => {
  const answers: Answers = {
    "POST /api/v2/user/login": ({ body }) => data({ wsid: `ws-${Reflect.get(Object(body), "access_token")}` }),
    "POST /api/v2/user/logout": () => ({ json: { code: 0 } }),
    "POST /api/v2/drive/space/list": () => data({ list: [{ space_id: "s1", name: "First" }, { space_id: "s2" }] }),
    "GET /api/v2/drive/space/s1/token": () => data(bucketToken),
    "GET /api/v2/drive/space/s1/benefit": () => data({ single_file_download_speed: 0, file_size_limit: 500 }),
    "GET /api/v2/user/s1/drive/info": () => data({ file_size_limit: 0 }),
    "GET /api/v2/drive/space/s2/token": () => data(driveToken),
    "GET /api/v2/drive/space/s2/benefit": () => data({}),
    "GET /api/v2/user/s2/drive/info": () => data({ file_size_limit: 700 }),
    ...changes
  }
  const product: Product = (asked) =>
    answers[`${asked.method} ${asked.path}`]?.(asked) ??
      { status: 404, json: { code: "NotFound.Space", message: "no such space" } }
  const fake = fakeProduct(product)
  const layer = Session.layer.pipe(
    Layer.provideMerge(Spaces.layer),
    Layer.provide(StorageProviders.layer),
    Layer.provide(ProviderDrivers.layer({})),
    Layer.provideMerge(Credentials.layer),
    Layer.provideMerge(apiLayer(fake.layer, overrides))
  )
  const calls = (path: string) => fake.asked.filter((asked) => asked.path === path).length
  return { answers, asked: fake.asked, calls, layer }
}

export const token = (spaceId: string) => `/api/v2/drive/space/${spaceId}/token`
