/**
 * The names under which the emulator may be asked. A page of anybody's can give its own name an address of this machine; the
 * browser then takes the emulator for that page's server, but for the Host header.
 */
import { isLoopbackOrigin } from "./Cors.js"

const isNamed = (further: ReadonlyArray<string>, host: string): boolean =>
  further.some((name) => name.startsWith(".") ? host.endsWith(name) : host === name)

/**
 * Whether a Host header names this machine, or one of the further names: in lower case, without ports, those that begin
 * with a dot standing for all below.
 */
export const allows = (further: ReadonlyArray<string>) => (host: string): boolean =>
  isLoopbackOrigin(`http://${host.toLowerCase()}`) || isNamed(further, host.toLowerCase().replace(/:\d+$/, ""))
