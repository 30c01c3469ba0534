import type { Deprecation } from '../../contract/deprecations.ts'

// biome-ignore lint/suspicious/noExplicitAny: any part of a document
type Node = any

/** The paths of a document with a mark on everything that the register names. @throws if something is missing */
export const markDeprecated = <Paths extends object>(
  paths: Paths,
  register: readonly Deprecation[],
): Paths => {
  const marked = structuredClone(paths)
  for (const deprecation of register) {
    if (mark(marked, deprecation) === 0)
      throw new Error(`${JSON.stringify(deprecation)} is not in the interface`)
  }
  return marked
}

const mark = (paths: Node, { operation, part }: Deprecation): number => {
  const [method = '', path = ''] = operation.split(' ')
  const found = paths[path]?.[method.toLowerCase()]
  if (!found) return 0
  if (!part) return flag(found)
  if (part.in === 'query') {
    const wanted = (found.parameters ?? []).filter(
      (parameter: Node) => parameter.in === 'query' && parameter.name === part.field,
    )
    return count(wanted, flag)
  }
  const fields = part.field.split('.')
  if (part.in === 'body') return markIn(found.requestBody?.content['application/json'].schema, fields)
  const served = Object.entries<Node>(found.responses).filter(([status]) => Number(status) < 300)
  return count(served, ([, answer]) => markIn(answer.content?.['application/json']?.schema, fields))
}

/** Follows the fields into each branch; where a reference stands in the way, beside it (JSON Schema 2020-12 §8.2.3.1). */
const markIn = (schema: Node, [field, ...rest]: string[]): number => {
  if (!schema) return 0
  if (field === undefined) return flag(schema)
  const branches = [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])]
  if (branches.length > 0) return count(branches, (branch) => markIn(branch, [field, ...rest]))
  if (schema.items) return markIn(schema.items, [field, ...rest])
  if (schema.$ref) return markBeside(schema, [field, ...rest])
  return markIn(schema.properties?.[field], rest)
}

const markBeside = (schema: Node, [field, ...rest]: string[]): number => {
  if (field === undefined) return flag(schema)
  schema.properties ??= {}
  schema.properties[field] ??= {}
  return markBeside(schema.properties[field], rest)
}

const flag = (node: Node): number => {
  node.deprecated = true
  return 1
}

const count = <Item>(items: Item[], markOne: (item: Item) => number) =>
  items.reduce((sum, item) => sum + markOne(item), 0)
