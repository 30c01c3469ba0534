import { v7 } from 'uuid'

/** RFC 9562 §5.7: later ids sort later. */
export const newId = (nowMs: number): string => v7({ msecs: nowMs })

/** No user has this id. */
export const nobody = '00000000-0000-0000-0000-000000000000'

/** Only the canonical lower-case spelling counts. */
export const isId = (text: string): boolean =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(text)

export const uuidBytes = (uuid: string): Buffer => Buffer.from(uuid.replaceAll('-', ''), 'hex')

/** Of the 16 bytes that begin there. */
export const uuidText = (raw: Buffer, at = 0): string => {
  const hex = raw.toString('hex', at, at + 16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
