import { Cause, Exit, Tracer } from "effect"

/** Keeps all that spans are told, the value included with which each of them ends. */
export const keepingTracer = (told: Array<unknown>) =>
  Tracer.make({
    context: (run) => run(),
    span: (name, parent, context, links, startTime, kind) => {
      const attributes = new Map<string, unknown>()
      return {
        _tag: "Span",
        name,
        spanId: "s",
        traceId: "t",
        parent,
        context,
        status: { _tag: "Started", startTime },
        attributes,
        links,
        sampled: true,
        kind,
        attribute: (key, value) => void told.push([name, key, value]),
        event: (event, _, values) => void told.push([name, event, values]),
        addLinks: () => undefined,
        end: (_, exit) => void told.push([name, Exit.isFailure(exit) ? Cause.pretty(exit.cause) : exit])
      }
    }
  })
