/**
 * Loaded before the suite, so that all it sends reaches the emulator at OSS_SUITE_PORT: port 80 of any name is the emulator's,
 * names ending in `localhost` and `aliyuncs.com` are this machine, and no other name is looked up at all.
 */
import dns from "node:dns"
import net from "node:net"

const port = Number(process.env.OSS_SUITE_PORT)

const isAddress = (name) => /^[\d.]+$|:/.test(name)
const isHere = (name) => /(^|\.)(localhost|aliyuncs\.com)$/.test(name)

const { lookup } = dns

dns.lookup = (name, options, done) => {
  const [given, callback] = typeof options === "function" ? [{}, options] : [options, done]
  if (isAddress(name)) return lookup(name, given, callback)
  if (isHere(name)) return lookup("127.0.0.1", given, callback)
  const refused = Object.assign(new Error(`${name} is not this machine`), { code: "ENOTFOUND", hostname: name })
  process.nextTick(callback, refused)
  return {}
}

const { createConnection } = net

/** Agents of Node and of others take this function over, so it is replaced before they do. */
net.createConnection = (options, ...rest) =>
  createConnection(Number(options?.port) === 80 ? { ...options, port } : options, ...rest)
