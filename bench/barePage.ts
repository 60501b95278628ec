/**
 * A page that only this program listens to. Playwright is told of every request of its own pages, in five messages each: of ten
 * thousand small files that was a sixth of all work.
 */
import type { Browser } from "playwright-core"

export interface BarePage {
  /** The value of an expression; a promise is waited for. What the expression gives is up to its writer. */
  readonly evaluate: <A>(expression: string) => Promise<A>
  /** What the renderer counts of itself (`Performance.getMetrics`). Times are CPU of the main thread, in seconds. */
  readonly metrics: () => Promise<Readonly<Record<string, number>>>
  /** Drops a folder as a person does: a synthetic DataTransfer has no entries. */
  readonly drop: (folder: string) => Promise<void>
}

interface Reply {
  readonly id?: number
  readonly result?: unknown
  readonly error?: { readonly message: string }
  /** Of what is told without having been asked. */
  readonly method?: string
}

interface Navigated {
  readonly errorText?: string
}

interface Evaluated {
  readonly result: { readonly value: unknown }
  readonly exceptionDetails?: { readonly text: string; readonly exception?: { readonly description?: string } }
}

interface Metrics {
  readonly metrics: ReadonlyArray<{ readonly name: string; readonly value: number }>
}

/** Gives the page when its document and its scripts have loaded. What is asked before that may be lost with the empty document. */
export async function openBarePage(browser: Browser, url: string): Promise<BarePage> {
  const root = await browser.newBrowserCDPSession()
  const { browserContextId } = await root.send("Target.createBrowserContext")
  const { targetId } = await root.send("Target.createTarget", { url: "about:blank", browserContextId })
  const { sessionId } = await root.send("Target.attachToTarget", { targetId, flatten: false })
  const waiting = new Map<number, (reply: Reply) => void>()
  let last = 0
  let hasLoaded = () => {}
  const loaded = new Promise<void>((resolve) => {
    hasLoaded = resolve
  })

  const giveUp = (message: string): void => {
    for (const settle of waiting.values()) settle({ error: { message } })
    waiting.clear()
  }
  browser.once("disconnected", () => giveUp("the browser has ended"))

  root.on("Target.receivedMessageFromTarget", ({ message }) => {
    const reply = JSON.parse(message) as Reply // the protocol's own form
    if (reply.method === "Page.loadEventFired") hasLoaded()
    if (reply.method === "Inspector.targetCrashed") giveUp("the page has crashed")
    if (reply.id === undefined) return
    waiting.get(reply.id)?.(reply)
    waiting.delete(reply.id)
  })

  const send = (method: string, params: object = {}): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const id = ++last
      waiting.set(
        id,
        ({ error, result }) => error === undefined ? resolve(result) : reject(new Error(`${method}: ${error.message}`))
      )
      root.send("Target.sendMessageToTarget", { sessionId, message: JSON.stringify({ id, method, params }) }).catch(
        reject
      )
    })

  const evaluate = async <A>(expression: string): Promise<A> => {
    const answer = await send("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true })
    const { exceptionDetails, result } = answer as Evaluated // the protocol's own form
    if (exceptionDetails !== undefined) {
      throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
    }
    return result.value as A // the caller's word
  }

  const metrics = async () => {
    const answer = await send("Performance.getMetrics") as Metrics // the protocol's own form
    return Object.fromEntries(answer.metrics.map(({ name, value }) => [name, value]))
  }

  await send("Inspector.enable")
  await send("Performance.enable", { timeDomain: "threadTicks" })
  await send("Page.enable")
  const { errorText } = await send("Page.navigate", { url }) as Navigated // the protocol's own form
  if (errorText !== undefined) throw new Error(`${url}: ${errorText}`)
  await loaded
  await send("Page.disable")
  return {
    evaluate,
    metrics,
    drop: async (folder) => {
      const data = { items: [], files: [folder], dragOperationsMask: 1 }
      for (const type of ["dragEnter", "dragOver", "drop"]) {
        await send("Input.dispatchDragEvent", { type, x: 100, y: 100, data })
      }
    }
  }
}
