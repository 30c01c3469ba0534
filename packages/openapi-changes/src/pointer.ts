/** JSON pointers (RFC 6901): `/paths/~1things/get`. */

export const append = (segment: string, pointer: string): string =>
  `${pointer}/${/[~/]/.test(segment) ? segment.replaceAll('~', '~0').replaceAll('/', '~1') : segment}`

export const pointerOf = (segments: readonly string[]): string =>
  segments.reduce((pointer, segment) => append(segment, pointer), '')

export const segmentsOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'))

/** What a pointer leads to; `undefined` if nothing is there. */
export const valueAt = (pointer: string, root: unknown): unknown => segmentsOf(pointer).reduce(memberOf, root)

const memberOf = (value: unknown, name: string): unknown => {
  if (typeof value !== 'object' || value === null) return undefined
  if (Array.isArray(value)) return /^(0|[1-9]\d*)$/.test(name) ? value[Number(name)] : undefined
  // inherited names such as `constructor` are not in the document
  return Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined
}
