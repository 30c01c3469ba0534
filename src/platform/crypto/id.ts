import { v7 } from 'uuid'

/** RFC 9562 §5.7: later ids sort later. */
export const newId = (nowMs: number): string => v7({ msecs: nowMs })

/** No user has this id. */
export const nobody = '00000000-0000-0000-0000-000000000000'

/** Only the canonical lower-case spelling counts. */
export const isId = (text: string): boolean =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(text)

/** Of any version: requests have random ones. */
export const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)

export const idBytes = 16

export const uuidBytes = (uuid: string): Buffer => {
  const raw = Buffer.alloc(idBytes)
  writeUuid(raw, uuid, 0)
  return raw
}

/** A third of the time that a buffer takes for hexadecimal digits. @throws if it has others, or another length */
export const writeUuid = (into: Uint8Array, uuid: string, at: number): void => {
  if (uuid.length !== text.length) throw notUuid()
  for (let nth = 0; nth < idBytes; nth++) {
    const place = places[nth]!
    const byte = (valueAt(uuid, place) << 4) | valueAt(uuid, place + 1)
    if (byte < 0) throw notUuid()
    into[at + nth] = byte
  }
}

/** Of the 16 bytes from there. Built in one piece: `JSON.stringify` takes twice as long for concatenated strings. */
export const uuidText = (raw: Uint8Array, at = 0): string => {
  for (let nth = 0; nth < idBytes; nth++) {
    const [byte, place] = [raw[at + nth]!, places[nth]!]
    text[place] = digits[byte >> 4]!
    text[place + 1] = digits[byte & 15]!
  }
  return text.toString('latin1')
}

const notUuid = () => new RangeError('A UUID has 32 hexadecimal digits')

const valueAt = (uuid: string, place: number) => values[uuid.charCodeAt(place)] ?? -1

const digits = Buffer.from('0123456789abcdef')
const values = new Int8Array(128).fill(-1)
for (const [value, digit] of digits.entries()) values[digit] = value
const places = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34]
const text = Buffer.alloc(36, '-')
