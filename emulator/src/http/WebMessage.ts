/**
 * Requests and answers in the shape of the web's own, for the code that reads those. The web's classes are not used: in the
 * environments of DOM tests they are the DOM's, which keep cookies from scripts as a browser does.
 */

/**
 * The bytes as a stream of one chunk.
 */
export const streamOfBytes = (bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array<ArrayBuffer>> =>
  new ReadableStream({
    start: (controller) => {
      if (bytes.byteLength > 0) controller.enqueue(bytes)
      controller.close()
    }
  })

const read = async (body: ReadableStream<Uint8Array> | null): Promise<Uint8Array<ArrayBuffer>> => {
  const reader = body?.getReader()
  const chunks: Array<Uint8Array> = []
  let size = 0
  for (let next = await reader?.read(); next?.value !== undefined; next = await reader?.read()) {
    chunks.push(next.value)
    size += next.value.byteLength
  }
  const whole = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.byteLength
  }
  return whole
}

/**
 * A body that is read once, and what is said beside it.
 */
export class WebMessage {
  constructor(readonly headers: Headers, readonly body: ReadableStream<Uint8Array<ArrayBuffer>> | null) {}

  async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    return read(this.body)
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    return (await this.bytes()).buffer
  }

  async text(): Promise<string> {
    return new TextDecoder().decode(await this.bytes())
  }

  async json(): Promise<unknown> {
    return JSON.parse(await this.text())
  }
}

export class WebSource extends WebMessage {
  constructor(
    readonly method: string,
    readonly url: string,
    headers: Headers,
    body: ReadableStream<Uint8Array<ArrayBuffer>> | null
  ) {
    super(headers, body)
  }
}

export class WebAnswer extends WebMessage {
  constructor(
    readonly status: number,
    headers: Headers,
    body: ReadableStream<Uint8Array<ArrayBuffer>> | null
  ) {
    super(headers, body)
  }
}
