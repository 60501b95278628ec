/**
 * A PDF, read in the ranges that are drawn. Its pages become pictures on a canvas and words above it; nothing that the file brings
 * runs: pdf.js has no scripting here, forms and annotations are not drawn, and its evaluator is off.
 */
import type { PDFDocumentProxy } from "pdfjs-dist"
import { getDocument, GlobalWorkerOptions, PDFDataRangeTransport, VerbosityLevel } from "pdfjs-dist"
import workerUrl from "pdfjs-dist/build/pdf.worker.min.mjs?url"
import type { PreviewSource } from "../PreviewSource.js"

GlobalWorkerOptions.workerSrc = workerUrl

/** Smaller documents come in one answer. */
const whole = 1024 ** 2
const rangeSize = 256 * 1024

const bytesOf = async (blob: Blob): Promise<Uint8Array> => new Uint8Array(await blob.arrayBuffer())

export type PdfBytes = Pick<PreviewSource, "read" | "size">

/** Asks for what pdf.js wants to see next. */
class Ranges extends PDFDataRangeTransport {
  private readonly ended = new AbortController()

  constructor(
    private readonly source: PdfBytes,
    first: Uint8Array,
    private readonly onError: (error: unknown) => void
  ) {
    super(source.size, first)
  }

  override requestDataRange(begin: number, end: number): void {
    this.source.read({ start: begin, end }, this.ended.signal).then(bytesOf).then(
      (bytes) => this.onDataRange(begin, bytes),
      (error: unknown) => {
        if (!this.ended.signal.aborted) this.onError(error)
      }
    )
  }

  override abort(): void {
    this.ended.abort()
  }
}

export interface OpenPdf {
  readonly document: PDFDocumentProxy
  readonly close: () => void
}

/** The file is no PDF, or one that pdf.js cannot read, or is locked by a password. */
export class UnreadablePdf extends Error {
  override readonly name = "UnreadablePdf"
}

const unreadable = new Set(["InvalidPDFException", "PasswordException", "FormatError", "UnknownErrorException"])

/** `onError`: what broke while the document was being looked at. */
export const openPdf = async (
  source: PdfBytes,
  onError: (error: unknown) => void,
  signal: AbortSignal
): Promise<OpenPdf> => {
  const first = await bytesOf(await source.read({ start: 0, end: Math.min(source.size, whole) }, signal))
  let fail = onError
  const failed = new Promise<never>((_, reject) => {
    fail = (error) => {
      reject(error)
      onError(error)
    }
  })
  const task = getDocument({
    ...(source.size <= whole ? { data: first } : { range: new Ranges(source, first, fail), rangeChunkSize: rangeSize }),
    cMapUrl: new URL(`${import.meta.env.BASE_URL}pdf/cmaps/`, location.href).href,
    cMapPacked: true,
    standardFontDataUrl: new URL(`${import.meta.env.BASE_URL}pdf/standard_fonts/`, location.href).href,
    wasmUrl: new URL(`${import.meta.env.BASE_URL}pdf/wasm/`, location.href).href,
    // What is odd in somebody's document, and which fonts a machine lacks, is no fault of the page.
    verbosity: VerbosityLevel.ERRORS,
    disableAutoFetch: true,
    disableStream: true,
    enableXfa: false,
    isEvalSupported: false
  })
  const close = () => void task.destroy()
  signal.addEventListener("abort", close, { once: true })
  try {
    return { document: await Promise.race([task.promise, failed]), close }
  } catch (error) {
    close()
    if (error instanceof Error && unreadable.has(error.name)) throw new UnreadablePdf(error.message)
    throw error
  }
}
