import { badHash, FaultyHash } from './scheme.ts'

const mostBytes = 1_024

/** Base64 of either alphabet, padded or not. @throws `FaultyHash` */
export const readBase64 = (name: string, text = ''): Buffer => {
  requireShort(name, text)
  const plain = text.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '')
  const bytes = Buffer.from(plain, 'base64')
  // decoders pass over what they don't know
  if (!/^[A-Za-z0-9+/]*$/.test(plain) || plain.length % 4 === 1) throw badHash(`${name} is not base64`)
  return requireBytes(name, bytes)
}

/** @throws `FaultyHash` */
export const readHex = (name: string, text = ''): Buffer => {
  requireShort(name, text)
  if (!/^([0-9a-f]{2})*$/i.test(text)) throw badHash(`${name} is not hexadecimal`)
  return requireBytes(name, Buffer.from(text, 'hex'))
}

const readers = {
  hex: readHex,
  base64: readBase64,
  utf8: (name: string, text = '') => requireBytes(name, Buffer.from(text)),
}

/** @throws `FaultyHash` */
export const readBytes = (name: string, text: string | undefined, encoding: keyof typeof readers): Buffer =>
  readers[encoding](name, text)

/** @throws `FaultyHash` `cost_too_high` above the range, and `bad_hash` for anything else */
export const readCost = (
  name: string,
  value: string | number | undefined,
  { least, most }: { least: number; most: number },
): number => {
  const number = value === undefined || value === '' ? Number.NaN : Number(value)
  if (!Number.isInteger(number) || number < least)
    throw badHash(`${name} must be a whole number from ${least} to ${most}`)
  if (number > most) throw new FaultyHash('cost_too_high', `${name} is ${number}, and may be ${most} at most`)
  return number
}

/** @throws `FaultyHash` unless a digest has that length in bytes */
export const requireLength = (digest: Buffer, { least, most }: { least: number; most: number }): Buffer => {
  if (digest.length < least || digest.length > most)
    throw badHash(`the hash has ${digest.length} bytes, and not ${least === most ? '' : 'up to '}${most}`)
  return digest
}

/** Before anything looks at it: some patterns take the square of the length. */
const requireShort = (name: string, text: string) => {
  if (text.length > 2 * mostBytes) throw badHash(`${name} has more than ${mostBytes} bytes`)
}

const requireBytes = (name: string, bytes: Buffer): Buffer => {
  if (bytes.length > mostBytes) throw badHash(`${name} has more than ${mostBytes} bytes`)
  return bytes
}
