/** The code of docs/assets.md, as one program. */
import { assert } from "@effect/vitest"
import { createDrive } from "effect-drive/promise"

export const tour = async (apiHost: string, accessToken: string): Promise<void> => {
  const drive = createDrive({ apiHost, product: { id: "my-app", version: "2.4" } })
  await drive.session.initialise({ accessToken })

  const upload = await drive.assets.create({ file: "one,two\n", name: "list.csv" })
  const { assetId = "" } = await upload.done

  const change = await drive.assets.update({ assetId, file: "three,four\n" })
  await change.done

  const { folderId } = await drive.assetFolders.create({ name: "Lists" })
  await drive.assets.update({ assetId, name: "numbers.csv", folderId })
  await drive.assets.star({ assetId })
  await drive.assets.setPermission({ assetId, rawAction: "download" })

  const starred = await drive.assets.list({ folderId, starred: true, page: 1, pageSize: 20 })
  const asset = await drive.assets.get(assetId)
  const file = await drive.assets.file(assetId)
  const { href: address } = await drive.assets.downloadUrl(assetId)

  assert.deepStrictEqual([starred.items.length, asset.name, file.size], [1, "numbers.csv", 11])
  assert.strictEqual(await (await fetch(address)).text(), "three,four\n")

  const share = await drive.sharing.open(assetId, { expiresIn: "7 days", code: "open-sesame", permission: "view" })
  console.log(share.href)

  assert.strictEqual((await fetch(share.href)).status, 403)

  await drive.sharing.update(assetId, { permission: "download", code: null })
  await drive.sharing.set(assetId, { expiresIn: "1 day" })

  assert.strictEqual((await fetch(share.href)).status, 200)
  assert.strictEqual(await (await fetch(`${share.href}/download`)).text(), "three,four\n")

  await drive.sharing.cancel(assetId)

  assert.strictEqual((await fetch(share.href)).status, 404)

  await drive.assets.recycle([assetId])
  await drive.assetFolders.remove([folderId])

  assert.deepStrictEqual((await drive.assets.list()).items, [])
  await drive.dispose()
}
