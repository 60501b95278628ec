/**
 * Progress on a terminal: a bar for each transfer that runs and one for all, drawn over themselves ten times a second.
 * Where there is no terminal, a line for each transfer that has ended.
 */
import * as Text from "./text.js"

/** Something with bytes that come to an end. */
export interface Transfer {
  readonly path: string
  readonly size: number
  readonly moved: number
  readonly state: "waiting" | "hashing" | "running" | "done" | "failed"
}

export interface Output {
  readonly isTTY?: boolean | undefined
  readonly columns?: number | undefined
  readonly rows?: number | undefined
  readonly write: (text: string) => unknown
}

export interface Screen {
  readonly colours: Text.Colours
  readonly line: (text?: string) => void
  /** Shows the transfers until the returned function is called. `note` is what a plain line says of one that ended. */
  readonly watch: (
    title: string,
    transfers: () => ReadonlyArray<Transfer>,
    note: (transfer: Transfer) => string
  ) => () => void
}

const clearBelow = "\u001b[0J"
const hideCursor = "\u001b[?25l"
const showCursor = "\u001b[?25h"
const up = (lines: number): string => lines === 0 ? "\r" : `\r\u001b[${lines}A`

const isActive = ({ state }: Transfer): boolean => state === "hashing" || state === "running"

interface Total {
  readonly moved: number
  readonly size: number
  readonly ended: number
  readonly count: number
}

const totalOf = (transfers: ReadonlyArray<Transfer>): Total => {
  let [moved, size, ended] = [0, 0, 0]
  for (const transfer of transfers) {
    moved += transfer.moved
    size += transfer.size
    if (transfer.state === "done" || transfer.state === "failed") ended++
  }
  return { moved, size, ended, count: transfers.length }
}

const portion = (moved: number, size: number): number => size === 0 ? 1 : moved / size
const percent = (part: number): string => `${Math.floor(part * 100)} %`.padStart(5)

export const make = (output: Output, options: { readonly colour: boolean }): Screen => {
  const colours = Text.colours(options.colour)
  const line = (text = "") => void output.write(`${text}\n`)

  const row = (transfer: Transfer, width: number): string => {
    const name = Text.fit(transfer.path, Math.max(12, width - 50))
    const length = 20
    const part = portion(transfer.moved, transfer.size)
    const what = transfer.state === "hashing" ? colours.dim("hashing") : Text.bytes(transfer.size)
    return `  ${name}  ${Text.bar(part, length, colours)} ${percent(part)}  ${what}`
  }

  const totalRow = (title: string, total: Total, millis: number, width: number): string => {
    const part = total.count === total.ended ? 1 : portion(total.moved, total.size)
    const speed = Text.speed(total.moved, millis)
    const text = `${total.ended}/${Text.counted(total.count, "file")}  ${Text.bytes(total.moved)} of ${
      Text.bytes(total.size)
    }  ${speed}`
    const length = Math.max(10, Math.min(40, width - text.length - title.length - 12))
    return `${colours.bold(title)}  ${Text.bar(part, length, colours)} ${percent(part)}  ${text}`
  }

  const onTerminal: Screen["watch"] = (title, transfers) => {
    const begun = performance.now()
    let drawn = 0
    const draw = () => {
      const width = Math.min(output.columns ?? 80, 120)
      const all = transfers()
      const room = Math.max(1, Math.min(12, (output.rows ?? 24) - 4))
      const rows = all.filter(isActive).slice(0, room).map((transfer) => row(transfer, width))
      const lines = [...rows, totalRow(title, totalOf(all), performance.now() - begun, width)]
      output.write(`${up(drawn)}${clearBelow}${lines.join("\n")}`)
      drawn = lines.length - 1
    }
    output.write(hideCursor)
    draw()
    const timer = setInterval(draw, 100)
    return () => {
      clearInterval(timer)
      draw()
      output.write(`\n${showCursor}`)
    }
  }

  const asLines: Screen["watch"] = (title, transfers, note) => {
    const begun = performance.now()
    const told = new Set<string>()
    const tell = () => {
      for (const transfer of transfers()) {
        if (told.has(transfer.path) || (transfer.state !== "done" && transfer.state !== "failed")) continue
        told.add(transfer.path)
        line(`${title}: ${note(transfer)}`)
      }
    }
    const timer = setInterval(tell, 200)
    return () => {
      clearInterval(timer)
      tell()
      const total = totalOf(transfers())
      const millis = performance.now() - begun
      const speed = Text.speed(total.moved, millis)
      const moved = `${Text.counted(total.ended, "file")}, ${Text.bytes(total.moved)}`
      line(`${title}: ${moved} in ${Text.seconds(millis)}${speed && `, ${speed}`}`)
    }
  }

  return { colours, line, watch: output.isTTY === true ? onTerminal : asLines }
}
