/** Where a document is, for which nothing but its own name is known. */
const anywhere = 'https://document.invalid/'

/**
 * The part after `#` of a reference that stays inside a document.
 * @param self what the document calls itself: since OpenAPI 3.2 it may refer to itself by that name too
 */
export const ownFragment = (reference: string, self: unknown): string | undefined => {
  if (reference.startsWith('#')) return reference.slice(1)
  if (typeof self !== 'string') return undefined
  try {
    const base = new URL(self, anywhere)
    const target = new URL(reference, base)
    const fragment = target.hash.slice(1)
    base.hash = ''
    target.hash = ''
    return base.href === target.href ? fragment : undefined
  } catch {
    return undefined
  }
}
