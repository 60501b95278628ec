import { Exit, Tracer } from "effect"
import { inspect } from "node:util"

export interface RecordedSpan {
  readonly id: number
  readonly name: string
  readonly parent: number | undefined
  readonly attributes: Map<string, unknown>
  ended: boolean
}

/** The bytes of a file are no secret, and many. */
const withoutBytes = (value: unknown): unknown => ArrayBuffer.isView(value) ? `${value.byteLength} bytes` : value

/** Keeps the tree of spans; `text` is all that they were told, with the values they end with. */
export const recordingTracer = () => {
  const spans: Array<RecordedSpan> = []
  const told: Array<unknown> = []
  const tracer = Tracer.make({
    context: (run) => run(),
    span: (name, parent, context, links, startTime, kind) => {
      const id = spans.length
      const attributes = new Map<string, unknown>()
      const above = parent._tag === "Some" ? Number(parent.value.spanId) : undefined
      const record: RecordedSpan = { id, name, parent: above, attributes, ended: false }
      spans.push(record)
      return {
        _tag: "Span",
        name,
        spanId: String(id),
        traceId: "trace",
        parent,
        context,
        status: { _tag: "Started", startTime },
        attributes,
        links,
        sampled: true,
        kind,
        attribute: (key, value) => {
          attributes.set(key, value)
          told.push([name, key, value])
        },
        event: (event, _, values) => void told.push([name, event, values]),
        addLinks: () => undefined,
        end: (_, exit) => {
          record.ended = true
          told.push([name, Exit.isFailure(exit) ? String(exit.cause) : withoutBytes(exit.value)])
        }
      }
    }
  })
  const below = (root: RecordedSpan): ReadonlyArray<RecordedSpan> =>
    spans.filter((span) => span.parent === root.id).flatMap((span) => [span, ...below(span)])
  return { tracer, spans, below, text: () => inspect(told, { depth: 8, maxArrayLength: 1000, maxStringLength: null }) }
}
