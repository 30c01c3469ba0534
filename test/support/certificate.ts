import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { after } from 'node:test'
import tls from 'node:tls'

/** Trusts these certificates until the file is done: by its name, another file's would be mistaken for one of them. */
export const trustCertificates = (...certificates: { cert: string }[]): void => {
  const before = tls.getCACertificates('default')
  tls.setDefaultCACertificates([...before, ...certificates.map(({ cert }) => cert)])
  after(() => tls.setDefaultCACertificates(before))
}

/** A key and the certificate for it that it signed itself, for a machine by its IPv4 address. */
export const newCertificate = (address: string, days = 60): { key: string; cert: string } => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const name = sequence(set(sequence(oid('550403'), text(`test of ${address} for ${days} days`))))
  const alternative = sequence(tagged(0x87, Buffer.from(address.split('.').map(Number))))
  const toSign = sequence(
    tagged(0xa0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ecdsaWithSha256,
    name,
    sequence(time(-60), time(days * 86_400)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(sequence(oid('551d11'), tagged(0x04, alternative)))),
  )
  const signature = sign('sha256', toSign, privateKey)
  const der = sequence(toSign, ecdsaWithSha256, tagged(0x03, Buffer.from([0]), signature))
  const lines = der.toString('base64').replace(/.{64}/g, '$&\n')
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  }
}

// X.690: tag, length, content
const tagged = (tag: number, ...parts: Buffer[]): Buffer => {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}
const sequence = (...parts: Buffer[]) => tagged(0x30, ...parts)
const set = (...parts: Buffer[]) => tagged(0x31, ...parts)
const integer = (value: Buffer) => tagged(0x02, value)
const oid = (hex: string) => tagged(0x06, Buffer.from(hex, 'hex'))
const text = (value: string) => tagged(0x0c, Buffer.from(value))
const time = (secondsFromNow: number) => {
  const iso = new Date(Date.now() + secondsFromNow * 1_000).toISOString()
  return tagged(0x17, Buffer.from(`${iso.slice(2, 19).replace(/\D/g, '')}Z`))
}
const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'))
