/**
 * A worker as a place for requests: numbers them, and knows who waits.
 *
 * @since 1.0.7
 */
import type { HashWorker } from "../hash/HashWorkers.js"
import type { ThreadAnswer, ThreadRequest } from "./RequestProtocol.js"

/**
 * Why no more is asked of a worker. `blocked`: it may not make these requests. `failed`: one of them got no answer, and the page sees by
 * its own requests why. `lost`: it has ended, or says nothing. `idle`: there was nothing to do.
 *
 * @since 1.0.7
 * @category models
 */
export type WhyEnded = "blocked" | "failed" | "idle" | "lost"

/**
 * The last word on a request. `lost`: nobody knows what came of it.
 *
 * @since 1.0.7
 * @category models
 */
export type End = Exclude<ThreadAnswer, { readonly type: "pong" | "sent" }> | {
  readonly type: "lost"
  readonly id: number
}

/**
 * What is done with the worker when nothing is to be asked of it any more: it is ended, or kept for its other work and asked again. One
 * that is ended is given small files, which it reads; one that is kept is given parts, which the browser reads.
 *
 * @since 1.0.7
 * @category models
 */
export type Tenure = "ended" | "kept"

interface Waiting {
  readonly sent: (loaded: number) => void
  readonly end: (answer: End) => void
}

type Unnumbered<Request> = Request extends ThreadRequest ? Omit<Request, "id"> : never

/** Between two looks at the worker, in milliseconds: whether there was something to do, and whether it still answers. */
const lookEvery = 10_000

/** Looks at which nothing was heard of a worker since it was asked. One may be so while the page itself was busy. */
const mostSilence = 2

/**
 * The requests of one worker.
 *
 * @since 1.0.7
 * @category models
 */
export class RequestQueue {
  private readonly waiting = new Map<number, Waiting>()
  private requests: Array<ThreadRequest> = []
  private last = 0
  private seen = 0
  private silence = 0
  private hasEnded = false
  private isLost = false
  private readonly watch: ReturnType<typeof setInterval>

  constructor(
    private readonly worker: HashWorker,
    private readonly onEnd: (why: WhyEnded) => void,
    private readonly afterwards: Tenure
  ) {
    this.watch = setInterval(() => this.look(), lookEvery)
    worker.listen(0, (news) => {
      if (news === "lost") return this.lose()
      if (news.type !== "answers") return
      this.silence = 0
      for (const answer of news.answers) {
        if (answer.type === "sent") this.waiting.get(answer.id)?.sent(answer.loaded)
        else if (answer.type !== "pong") this.waiting.get(answer.id)?.end(answer)
      }
    })
  }

  /** Gives the way to leave. */
  ask(request: Unnumbered<ThreadRequest>, done: Waiting["end"], sent: Waiting["sent"] = () => {}): () => void {
    const id = ++this.last
    this.waiting.set(id, {
      sent,
      end: (answer) => {
        if (!this.waiting.delete(id)) return
        if (answer.type === "blocked" || answer.type === "failed") this.end(answer.type)
        done(answer)
      }
    })
    this.post({ ...request, id })
    return () => {
      if (this.waiting.delete(id)) this.post({ type: "cancel", id })
    }
  }

  /** Gives its number: it is not answered, and stays until it is cancelled. */
  lend(file: Blob): number {
    const id = ++this.last
    this.post({ type: "file", id, file })
    return id
  }

  takeBack(id: number): void {
    this.post({ type: "cancel", id })
  }

  /** What is under way continues; the worker ends when all of that has been answered. */
  end(why: WhyEnded): void {
    if (this.hasEnded) return
    this.hasEnded = this.afterwards === "ended"
    this.onEnd(why)
  }

  /** What is asked for in one turn of the page goes in one message. */
  private post(request: ThreadRequest): void {
    if (this.requests.push(request) > 1) return
    // A part's digest is asked for one step after its sending, and a Blob that is twice in a message is copied once.
    queueMicrotask(() =>
      queueMicrotask(() => {
        const { requests } = this
        this.requests = []
        this.worker.post({ type: "requests", id: 0, requests })
      })
    )
  }

  private lose(): void {
    if (!this.isLost) {
      this.isLost = true
      clearInterval(this.watch)
      this.end("lost")
      // One that met an error may live on, and would continue with what is now asked for elsewhere.
      this.worker.terminate()
    }
    for (const [id, { end }] of [...this.waiting]) end({ type: "lost", id })
  }

  private look(): void {
    if (this.afterwards === "kept" && this.waiting.size === 0) {
      this.silence = 0
      return
    }
    if (this.waiting.size === 0 && (this.seen === this.last || this.hasEnded)) {
      clearInterval(this.watch)
      this.end("idle")
      return this.worker.terminate()
    }
    this.seen = this.last
    // Ended by us, it is lost to all who wait.
    if (this.silence === mostSilence) return this.worker.terminate()
    this.silence++
    this.post({ type: "ping", id: 0 })
  }
}
