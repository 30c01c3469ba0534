import type { Change } from './change.ts'

/** An area of the interface, as its documents tag operations. */
export type Area<Any extends Change> = { name: string; changes: Any[] }

type Document = { paths?: Record<string, Record<string, { tags?: unknown }>> }

const several = 'Several areas'

/**
 * Changes by area, in the order of their first change; those of several areas last.
 * @param documents those that may know an operation, the newer one first
 */
export const areasOf = <Any extends Change>(
  changes: readonly Any[],
  documents: readonly object[],
): Area<Any>[] => {
  const areas = new Map<string, Any[]>()
  for (const change of changes) {
    const name = areaOf(change, documents as readonly Document[])
    areas.set(name, [...(areas.get(name) ?? []), change])
  }
  const all = [...areas].map(([name, changes]) => ({ name, changes }))
  return [...all.filter(({ name }) => name !== several), ...all.filter(({ name }) => name === several)]
}

const areaOf = ({ operation, operations }: Change, documents: readonly Document[]): string => {
  const named = operations ?? (operation === undefined ? [] : [operation])
  const [first, ...others] = new Set(named.map((name) => tagOf(name, documents)))
  return first === undefined || others.length > 0 ? several : first
}

/** Its first tag, or else the first segment of its path. */
const tagOf = (operation: string, documents: readonly Document[]): string => {
  const [method = '', path = ''] = operation.split(' ')
  for (const { paths = {} } of documents) {
    const [tag] = [Object(paths[path])[method.toLowerCase()]?.tags].flat()
    if (typeof tag === 'string' && tag !== '') return tag
  }
  return `/${path.split('/')[1] ?? ''}`
}
