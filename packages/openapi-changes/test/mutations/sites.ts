import type { Json } from './manners.ts'

export type Direction = 'request' | 'response'

/** A schema in a document, where it stands in others, and which way its values go. */
export type Site = { schema: Json; within: string; directions: Set<Direction> }

export const operationsIn = (
  document: Json,
): { path: string; item: Json; method: string; operation: Json }[] =>
  Object.entries(document.paths as Json).flatMap(([path, item]) =>
    ['get', 'post', 'delete']
      .filter((method) => item[method])
      .map((method) => ({ path, item, method, operation: item[method] })),
  )

export const follow = (document: Json, value: Json): Json =>
  typeof value?.$ref === 'string'
    ? value.$ref
        .slice(2)
        .split('/')
        .reduce((at: Json, key: string) => at[key], document)
    : value

export const sitesIn = (document: Json): Site[] => {
  const sites = new Map<Json, Site>()
  const visit = (found: Json | undefined, direction: Direction, within: string) => {
    if (!found) return
    const schema = follow(document, found)
    const site = sites.get(schema) ?? { schema, within, directions: new Set() }
    if (site.directions.has(direction)) return
    sites.set(schema, site)
    site.directions.add(direction)
    for (const property of Object.values<Json>(schema.properties ?? {}))
      visit(property, direction, 'properties')
    for (const keyword of ['oneOf', 'anyOf', 'allOf'])
      for (const branch of schema[keyword] ?? []) visit(branch, direction, keyword)
    visit(schema.items, direction, 'items')
  }
  for (const { item, operation } of operationsIn(document)) {
    for (const parameter of [...(item.parameters ?? []), ...(operation.parameters ?? [])])
      visit(follow(document, parameter).schema, 'request', 'parameter')
    for (const media of Object.values<Json>(operation.requestBody?.content ?? {}))
      visit(media.schema, 'request', 'body')
    for (const response of Object.values<Json>(operation.responses))
      for (const media of Object.values<Json>(follow(document, response).content ?? {}))
        visit(media.schema, 'response', 'body')
  }
  return [...sites.values()]
}
