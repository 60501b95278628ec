/** What is shared: an asset, or a file that becomes one with its first link. */
export interface ShareTarget {
  readonly name: string
  readonly size?: number | undefined
  readonly assetId?: string | undefined
  readonly fileId?: string | undefined
}
