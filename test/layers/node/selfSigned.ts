/** A certificate for 127.0.0.1 that signs itself, made when it is asked for: `node:crypto` signs, but makes none. */
import { generateKeyPairSync, sign } from "node:crypto"

const der = (tag: number, ...content: ReadonlyArray<Uint8Array>): Buffer => {
  const body = Buffer.concat(content)
  const { length } = body
  if (length < 128) return Buffer.concat([Buffer.from([tag, length]), body])
  return Buffer.concat([Buffer.from([tag, 0x82, length >> 8, length & 255]), body])
}

const sequence = (...content: ReadonlyArray<Uint8Array>) => der(0x30, ...content)
const octets = (content: Uint8Array) => der(0x04, content)
const object = (hex: string) => der(0x06, Buffer.from(hex, "hex"))
const text = (tag: number, value: string) => der(tag, Buffer.from(value))

const ecdsaWithSha256 = sequence(object("2a8648ce3d040302"))
const commonName = object("550403")
const basicConstraints = object("551d13")
const subjectAltName = object("551d11")

const name = sequence(der(0x31, sequence(commonName, text(0x0c, "loopback"))))
const validity = sequence(text(0x17, "200101000000Z"), text(0x18, "20990101000000Z"))
const isAuthority = sequence(basicConstraints, octets(sequence(der(0x01, Buffer.from([255])))))
const forLoopback = sequence(subjectAltName, octets(sequence(der(0x87, Buffer.from([127, 0, 0, 1])))))

/** Both in PEM. */
export const selfSigned = (): { readonly cert: string; readonly key: string } => {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" })
  const version = der(0xa0, der(0x02, Buffer.from([2])))
  const serial = der(0x02, Buffer.from([1]))
  const toSign = sequence(
    version,
    serial,
    ecdsaWithSha256,
    name,
    validity,
    name,
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, sequence(isAuthority, forLoopback))
  )
  const signature = der(0x03, Buffer.from([0]), sign("sha256", toSign, privateKey))
  const lines = sequence(toSign, ecdsaWithSha256, signature).toString("base64").replace(/.{64}/g, "$&\n")
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString()
  }
}
