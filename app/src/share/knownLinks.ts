/** What only this page knows of links, as long as it lives: the service tells neither a code nor the asset of every file. */

const codes = new Map<string, string>()
const assets = new Map<string, string>()

export const rememberedCode = (assetId: string): string | undefined => codes.get(assetId)

export const rememberCode = (assetId: string, code: string | undefined): void => {
  if (code === undefined) codes.delete(assetId)
  else codes.set(assetId, code)
}

export const rememberedAsset = (fileId: string): string | undefined => assets.get(fileId)

export const rememberAsset = (fileId: string, assetId: string): void => void assets.set(fileId, assetId)
