import { hash } from 'node:crypto'

const firstSlots = 2 ** 16

/**
 * A set of texts by 64 bits of their SHA-256, in some 24 bytes each: of ten million, two are taken for one once in some hundred thousand
 * sets.
 */
export const fingerprints = () => {
  let table = new Uint32Array(2 * firstSlots)
  let count = 0

  /** Where it is, or would be. Pairs of zeros are free. */
  const placeOf = (high: number, low: number): number => {
    const slots = table.length / 2
    let slot = low % slots
    while (!isFree(slot) && (table[2 * slot] !== high || table[2 * slot + 1] !== low))
      slot = (slot + 1) % slots
    return slot
  }
  const isFree = (slot: number) => table[2 * slot] === 0 && table[2 * slot + 1] === 0
  const put = (high: number, low: number) => {
    const slot = placeOf(high, low)
    const isNew = isFree(slot)
    table.set([high, low], 2 * slot)
    return isNew
  }
  const grow = () => {
    const former = table
    table = new Uint32Array(2 * former.length)
    for (let at = 0; at < former.length; at += 2) {
      const [high = 0, low = 0] = former.subarray(at, at + 2)
      if (high !== 0 || low !== 0) put(high, low)
    }
  }

  return {
    /** @returns whether it was not there */
    add: (text: string): boolean => {
      const digest = hash('sha256', text, 'buffer')
      const isNew = put(digest.readUInt32LE(0) || 1, digest.readUInt32LE(4))
      if (isNew && ++count > table.length / 4) grow()
      return isNew
    },
  }
}
