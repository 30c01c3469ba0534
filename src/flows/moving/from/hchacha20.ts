const constants = 'expand 32-byte k'

/** The columns and diagonals of a round (RFC 8439 §2.3). */
const quarters = [
  [0, 4, 8, 12],
  [1, 5, 9, 13],
  [2, 6, 10, 14],
  [3, 7, 11, 15],
  [0, 5, 10, 15],
  [1, 6, 11, 12],
  [2, 7, 8, 13],
  [3, 4, 9, 14],
] as const

/** A key of a key and 16 bytes, with which ChaCha20 takes nonces of 24 (draft-irtf-cfrg-xchacha-03 §2.2). */
export const hchacha20 = (key: Uint8Array, input: Uint8Array): Buffer => {
  const start = Buffer.concat([Buffer.from(constants), key, input])
  const state = Uint32Array.from({ length: 16 }, (_, at) => start.readUInt32LE(4 * at))
  for (let round = 0; round < 10; round++) for (const quarter of quarters) turn(state, quarter)
  const made = Buffer.alloc(32)
  for (let at = 0; at < 4; at++) {
    made.writeUInt32LE(state[at] ?? 0, 4 * at)
    made.writeUInt32LE(state[12 + at] ?? 0, 16 + 4 * at)
  }
  return made
}

const turn = (state: Uint32Array, [a, b, c, d]: readonly [number, number, number, number]): void => {
  for (const [sum, added, mixed, bits] of [
    [a, b, d, 16],
    [c, d, b, 12],
    [a, b, d, 8],
    [c, d, b, 7],
  ] as const) {
    state[sum] = (state[sum] ?? 0) + (state[added] ?? 0)
    const word = (state[mixed] ?? 0) ^ (state[sum] ?? 0)
    state[mixed] = (word << bits) | (word >>> (32 - bits))
  }
}
