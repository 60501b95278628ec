/**
 * What the store holds, in memory: buckets, objects, open uploads, and who still needs which segment. It changes by
 * records only, each of which can be undone, so that a log of them is the store.
 */
import * as Schema from "effect/Schema"
import { Blob, BlobPart, BlobUpload, Joining, type Segment } from "./Blob.js"
import * as KeyOrder from "./KeyOrder.js"

/**
 * One change.
 */
export const Change = Schema.Union(
  Schema.Struct({ change: Schema.Literal("makeBucket"), bucket: Schema.String, created: Schema.Number }),
  Schema.Struct({ change: Schema.Literal("removeBucket"), bucket: Schema.String }),
  Schema.Struct({
    change: Schema.Literal("set"),
    bucket: Schema.String,
    name: Schema.String,
    value: Schema.optional(Schema.String)
  }),
  Schema.Struct({ change: Schema.Literal("put"), bucket: Schema.String, blob: Blob }),
  Schema.Struct({ change: Schema.Literal("remove"), bucket: Schema.String, key: Schema.String }),
  Schema.Struct({ change: Schema.Literal("begin"), bucket: Schema.String, upload: BlobUpload }),
  Schema.Struct({
    change: Schema.Literal("part"),
    bucket: Schema.String,
    uploadId: Schema.String,
    part: BlobPart
  }),
  Schema.Struct({
    change: Schema.Literal("join"),
    bucket: Schema.String,
    uploadId: Schema.String,
    joining: Schema.optional(Joining)
  }),
  Schema.Struct({ change: Schema.Literal("end"), bucket: Schema.String, uploadId: Schema.String })
)

export type Change = typeof Change.Type

/**
 * `joining` is the complete that has begun, for uploads that a backing puts together.
 */
export interface OpenUpload {
  readonly upload: BlobUpload
  readonly parts: Map<number, BlobPart>
  joining: Joining | undefined
}

export interface BucketIndex {
  readonly name: string
  readonly created: number
  readonly settings: Map<string, string>
  readonly objects: Map<string, Blob>
  readonly uploads: Map<string, OpenUpload>
  readonly keys: KeyOrder.KeyOrder
}

/**
 * What a change did: how to take it back, and the segments that are no longer part of anything.
 */
export interface Applied {
  readonly undo: () => void
  readonly dropped: ReadonlyArray<Segment>
}

export interface BlobIndex {
  readonly buckets: ReadonlyMap<string, BucketIndex>
  readonly apply: (change: Change) => Applied
  /** The records that make this state from nothing. */
  readonly changes: () => Iterable<Change>
}

const nothing: Applied = { undo: () => {}, dropped: [] }

/**
 * An empty index.
 */
export const make = (): BlobIndex => {
  const buckets = new Map<string, BucketIndex>()

  const makeBucket = (name: string, created: number): Applied => {
    if (buckets.has(name)) return nothing
    const objects = new Map<string, Blob>()
    const keys = KeyOrder.make(objects)
    buckets.set(name, { name, created, settings: new Map(), objects, uploads: new Map(), keys })
    return { undo: () => void buckets.delete(name), dropped: [] }
  }

  const removeBucket = (bucket: BucketIndex): Applied => {
    buckets.delete(bucket.name)
    return {
      undo: () => void buckets.set(bucket.name, bucket),
      dropped: [
        ...Array.from(bucket.objects.values(), (blob) => blob.segments),
        ...Array.from(bucket.uploads.values(), segmentsOf)
      ].flat()
    }
  }

  const apply = (change: Change): Applied => {
    if (change.change === "makeBucket") return makeBucket(change.bucket, change.created)
    const bucket = buckets.get(change.bucket)
    if (bucket === undefined) return nothing
    switch (change.change) {
      case "removeBucket":
        return removeBucket(bucket)
      case "set":
        return { undo: replace(bucket.settings, change.name, change.value), dropped: [] }
      case "put":
        return setObject(bucket, change.blob.key, change.blob)
      case "remove":
        return setObject(bucket, change.key, undefined)
      case "begin":
        return {
          undo: replace(bucket.uploads, change.upload.uploadId, {
            upload: change.upload,
            parts: new Map(),
            joining: undefined
          }),
          dropped: []
        }
      case "part": {
        const parts = bucket.uploads.get(change.uploadId)?.parts
        if (parts === undefined) return nothing
        const previous = parts.get(change.part.number)
        return {
          undo: replace(parts, change.part.number, change.part),
          dropped: previous === undefined ? [] : [previous.segment]
        }
      }
      case "join": {
        const open = bucket.uploads.get(change.uploadId)
        if (open === undefined) return nothing
        const previous = open.joining
        open.joining = change.joining
        return { undo: () => void (open.joining = previous), dropped: [] }
      }
      case "end": {
        const open = bucket.uploads.get(change.uploadId)
        return {
          undo: replace(bucket.uploads, change.uploadId, undefined),
          dropped: open === undefined ? [] : segmentsOf(open)
        }
      }
    }
  }

  return { buckets, apply, changes: () => changesOf(buckets) }
}

const segmentsOf = (open: OpenUpload): ReadonlyArray<Segment> => Array.from(open.parts.values(), (part) => part.segment)

const replace = <K, V>(map: Map<K, V>, key: K, value: V | undefined): () => void => {
  const previous = map.get(key)
  const put = (next: V | undefined) => next === undefined ? void map.delete(key) : void map.set(key, next)
  put(value)
  return () => put(previous)
}

const setObject = (bucket: BucketIndex, key: string, blob: Blob | undefined): Applied => {
  const previous = bucket.objects.get(key)
  const undo = replace(bucket.objects, key, blob)
  const reorder = () => bucket.keys.update(key)
  reorder()
  return {
    undo: () => {
      undo()
      reorder()
    },
    dropped: previous?.segments ?? []
  }
}

function* changesOf(buckets: ReadonlyMap<string, BucketIndex>): Generator<Change> {
  for (const { created, name: bucket, objects, settings, uploads } of buckets.values()) {
    yield { change: "makeBucket", bucket, created }
    for (const [name, value] of settings) yield { change: "set", bucket, name, value }
    for (const blob of objects.values()) yield { change: "put", bucket, blob }
    for (const { joining, parts, upload: { uploadId, ...upload } } of uploads.values()) {
      yield { change: "begin", bucket, upload: { ...upload, uploadId } }
      for (const part of parts.values()) yield { change: "part", bucket, uploadId, part }
      if (joining !== undefined) yield { change: "join", bucket, uploadId, joining }
    }
  }
}
