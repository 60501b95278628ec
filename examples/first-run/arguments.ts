/** What the command line says. */
import { parseArgs } from "node:util"

export const usage = `Usage: npm run demo -- [DIR] [--api-host URL --token TOKEN] [--space ID]

Uploads a folder to a drive, lists it, downloads it again, and compares every hash.

  DIR               the folder; without it, a sample tree is made
  --api-host URL    a drive that is running already; without it, one is started for this run
  --token TOKEN     the access token to sign in with
  --space ID        the space to use; default: the first one
  --help            this text

Exit status: 0 when all hashes match, 1 when not, 2 for a wrong command line, 130 after Ctrl-C.
`

export interface Arguments {
  readonly directory: string | undefined
  readonly drive: { readonly apiHost: string; readonly token: string } | undefined
  readonly spaceId: string | undefined
}

export class UsageError extends Error {}

const parse = (args: ReadonlyArray<string>) => {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        "api-host": { type: "string" },
        token: { type: "string" },
        space: { type: "string" },
        help: { type: "boolean", short: "h" }
      }
    })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

/** The arguments, or `undefined` when help is wanted. */
export const read = (args: ReadonlyArray<string>): Arguments | undefined => {
  const { positionals, values } = parse(args)
  if (values.help === true) return undefined
  if (positionals.length > 1) throw new UsageError(`one folder at a time, not ${positionals.length}`)
  const { "api-host": apiHost, space, token } = values
  if ((apiHost === undefined) !== (token === undefined)) throw new UsageError("--api-host and --token go together")
  return {
    directory: positionals[0],
    drive: apiHost === undefined || token === undefined ? undefined : { apiHost, token },
    spaceId: space
  }
}
