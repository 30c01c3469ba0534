import { isObject } from '../document.ts'
import { pointerOf, segmentsOf, valueAt } from '../pointer.ts'
import { adviceOn } from './advice.ts'

/** What holds values, not descriptions of them. */
const literals = new Set(['example', 'examples', 'default', 'enum', 'const'])

/** A sentence for each reference inside a document that leads nowhere, whether or not the comparison follows it. */
export const brokenReferences = (document: unknown): string[] => {
  const known = new Map<string, boolean>()
  const leadsSomewhere = (reference: string) => {
    const leads = known.get(reference) ?? valueAt(decoded(reference.slice(1)), document) !== undefined
    known.set(reference, leads)
    return leads
  }
  const told: string[] = []
  const way: string[] = []
  const visit = (value: object) => {
    const { $ref: reference } = value as { $ref?: unknown }
    if (typeof reference === 'string' && reference.startsWith('#/') && !leadsSomewhere(reference))
      told.push(`${pointerOf(way)} refers to ${reference}, which does not exist.${near(reference, document)}`)
    for (const key in value) {
      const inner = (value as Record<string, unknown>)[key]
      if (typeof inner !== 'object' || !inner || key.startsWith('x-') || literals.has(key)) continue
      way.push(key)
      visit(inner)
      way.pop()
    }
  }
  if (typeof document === 'object' && document) visit(document)
  return told
}

const near = (reference: string, document: unknown): string => {
  const segments = segmentsOf(decoded(reference.slice(1)))
  const [last = ''] = segments.splice(-1)
  const siblings = valueAt(pointerOf(segments), document)
  return isObject(siblings) ? adviceOn(last, Object.keys(siblings)) : ''
}

const decoded = (pointer: string): string => {
  try {
    return decodeURIComponent(pointer)
  } catch {
    return pointer
  }
}
