/** An oss object store whose network answers from a list and keeps what was asked. */
import { Effect, Redacted } from "effect"
import type { StorageCallback, StorageCredential } from "../../../../src/domain/StorageCredential.js"
import * as OssObjectStore from "../../../../src/layers/storage/oss/OssObjectStore.js"
import * as OssSdk from "../../../../src/layers/storage/oss/OssSdk.js"
import type { Answer } from "../s3/fakeNetwork.js"
import { credentialOf as s3Credential, fakeNetwork } from "../s3/fakeNetwork.js"

export const callback: StorageCallback = {
  callback_url: "http://service.test/täglich?x=%20",
  callback_host: "service.test",
  callback_body: "object=${object}&size=${size}",
  callback_body_type: "application/x-www-form-urlencoded"
}

export const credentialOf = (
  bucket: Partial<NonNullable<StorageCredential["bucket"]>> = {},
  change: Partial<StorageCredential> = {}
): StorageCredential => ({
  ...s3Credential(),
  platform: "oss",
  bucket: {
    bucket: "bucket",
    endpoint: "https://oss-cn-hangzhou.aliyuncs.com",
    region: "oss-cn-hangzhou",
    accessKeyId: Redacted.make("the-key-id"),
    accessKeySecret: Redacted.make("the-secret"),
    securityToken: Redacted.make("the-token"),
    callback: undefined,
    ...bucket
  },
  ...change
})

export const storeOn = (
  answers: ReadonlyArray<Answer>,
  options: Partial<OssObjectStore.OssObjectStoreOptions> = {}
) =>
  Effect.map(Effect.runtime<never>(), (runtime) => {
    const network = fakeNetwork(answers)
    const objects = OssObjectStore.make({
      sdk: OssSdk.make(),
      httpClient: network.httpClient,
      runtime,
      credential: Effect.succeed(credentialOf()),
      ...options
    })
    return { ...network, objects }
  })
