/**
 * The hash worker's side of the protocol.
 *
 * @since 1.0.7
 */
import { type PolicyScope, serveRequests } from "../requests/RequestServer.js"
import { digestBlob, hashBlob, sha1StatesOfBlob, warmUp } from "./BlobHashing.js"
import type { HashAnswer, HashRequest } from "./HashProtocol.js"

/**
 * The part of a worker's global that is used.
 *
 * @since 1.0.7
 * @category models
 */
export interface WorkerScope {
  readonly postMessage: (answer: HashAnswer) => void
  readonly addEventListener: (type: "message", listener: (event: { readonly data: HashRequest }) => void) => void
}

/** Bytes between two messages of progress: each is a task of the page, which shows a tenth of a second at a time. */
const progressEvery = 8_388_608

/** Positions that are so far apart, and the last one. */
const sparse = (size: number, tell: (position: number) => void): (position: number) => void => {
  let told = 0
  return (position) => {
    if (position < size && position - told < progressEvery) return
    told = position
    tell(position)
  }
}

const answerTo = async (
  request: Exclude<HashRequest, { readonly type: "cancel" | "requests" }>,
  post: (answer: HashAnswer) => void,
  wanted: () => boolean
): Promise<void> => {
  const { id } = request
  if (request.type === "digest") {
    const digest = await digestBlob(request.blob, request.kinds, { wanted })
    if (digest !== undefined) post({ type: "digested", id, digest })
    return
  }
  const position = sparse(request.blob.size, (position) => post({ type: "progress", id, position }))
  if (request.type === "sha1States") {
    const states = await sha1StatesOfBlob(request.blob, request.partSize, { wanted, position })
    if (states !== undefined) post({ type: "sha1States", id, ...states })
    return
  }
  const digests = await hashBlob(request, {
    wanted,
    position,
    checkpoint: request.checkpoints ? (checkpoint) => post({ type: "checkpoint", id, checkpoint }) : undefined
  })
  if (digests !== undefined) post({ type: "hashed", id, digests })
}

/**
 * Answers questions and makes requests, and says `ready` when it can hash, `broken` when it cannot: a worker that fails silently would
 * only be noticed by its missing answers.
 *
 * @since 1.0.7
 * @category constructors
 */
export const serve = (scope: WorkerScope, policy: PolicyScope): void => {
  const running = new Set<number>()
  const post = (answer: HashAnswer) => scope.postMessage(answer)
  const make = serveRequests(policy, (answers) => post({ type: "answers", id: 0, answers }))
  scope.addEventListener("message", ({ data: request }) => {
    if (request.type === "requests") return make(request.requests)
    const { id } = request
    if (request.type === "cancel") {
      running.delete(id)
      return
    }
    running.add(id)
    answerTo(request, post, () => running.has(id)).catch(() => {
      if (running.has(id)) post({ type: "unreadable", id })
    }).finally(() => running.delete(id))
  })
  warmUp().then(
    () => post({ type: "ready", makesRequests: true, sendsParts: true }),
    (error: unknown) => post({ type: "broken", message: error instanceof Error ? error.message : String(error) })
  )
}
