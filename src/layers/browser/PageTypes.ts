/**
 * Types of pages, for declarations that programs without them read too: there each is `never`. A Node program that checks the types of
 * its libraries would be refused their names.
 *
 * @since 1.0.7
 */
type OfPage<Name extends string> = typeof globalThis extends Readonly<Record<Name, { readonly prototype: infer Type }>>
  ? Type
  : never

/**
 * @since 1.0.7
 * @category models
 */
export type PageFileHandle = OfPage<"FileSystemFileHandle">

/**
 * @since 1.0.7
 * @category models
 */
export type PageDirectoryHandle = OfPage<"FileSystemDirectoryHandle">

/**
 * @since 1.0.7
 * @category models
 */
export type PageDropItem = OfPage<"DataTransferItem">
