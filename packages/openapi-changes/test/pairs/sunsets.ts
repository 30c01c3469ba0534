import { type BothWays, bothWays, json, object, type Pair, string } from './pair.ts'

const get = (more: object) => ({ openapi: '3.1.0', paths: { '/things': { get: more } } })
const soon = { deprecated: true, 'x-sunset': '2027-01-01' }
const later = { deprecated: true, 'x-sunset': '2027-02-01' }
const today = { today: '2026-12-31' }

/** What can be promised to stay until a day, by what rules call it. */
const promised: Record<string, (more?: object) => object> = {
  'request-parameter': (more) =>
    get({ parameters: more ? [{ name: 'p', in: 'query', schema: string, ...more }] : [] }),
  'response-header': (more) =>
    get({ responses: { 200: { headers: more ? { 'X-P': { schema: string, ...more } } : {} } } }),
  'request-property': (more) => get({ requestBody: json(object(more ? { p: { ...string, ...more } } : {})) }),
  'response-property': (more) =>
    get({ responses: { 200: json(object(more ? { p: { ...string, ...more } } : {})) } }),
}

const optional = { 'response-header': '+ response-header-added' } as Record<string, string>

const rows = Object.entries(promised).flatMap(([what, documentOf]): BothWays[] => {
  const added = optional[what] ?? `+ ${what}-added-optional`
  return [
    [documentOf(soon), documentOf(), `- ${what}-removed-before-sunset !`, added, today],
    [documentOf(soon), documentOf(), `- ${what}-removed`, added, { today: '2027-01-01' }],
    [documentOf({ ...soon, 'x-sunset': '2027-01-01T12:00:00Z' }), documentOf(soon), '', ''],
    [
      documentOf({ deprecated: true }),
      documentOf(soon),
      `~ ${what}-sunset-added`,
      `~ ${what}-sunset-removed !`,
    ],
    [documentOf(soon), documentOf(later), `~ ${what}-sunset-put-off`, `~ ${what}-sunset-brought-forward !`],
    // what is no date promises nothing
    [documentOf({ ...soon, 'x-sunset': 'next year' }), documentOf(), `- ${what}-removed`, added, today],
    [documentOf({ ...soon, 'x-sunset': '2027-02-30' }), documentOf(), `- ${what}-removed`, added, today],
    [documentOf({ ...soon, 'x-sunset': 20270101 }), documentOf({ deprecated: true }), '', ''],
  ]
})

// where a schema stands on its own
const schemas: BothWays[] = (['request', 'response'] as const).flatMap((direction) => {
  const bodyOf = (more: object) => {
    const body = json({ ...string, ...more })
    return get(direction === 'request' ? { requestBody: body } : { responses: { 200: body } })
  }
  return [
    [
      bodyOf({ deprecated: true }),
      bodyOf(soon),
      `~ ${direction}-body-sunset-added`,
      `~ ${direction}-body-sunset-removed !`,
    ],
    [
      bodyOf(soon),
      bodyOf(later),
      `~ ${direction}-body-sunset-put-off`,
      `~ ${direction}-body-sunset-brought-forward !`,
    ],
  ]
})

const operation = (day: unknown) => get({ deprecated: true, 'x-sunset': day })
const operations: BothWays[] = [
  [operation('2027-13-01'), operation('soon'), '', ''],
  [operation('soon'), operation('2027-01-01'), '~ sunset-added', ''],
  [operation('someday'), { openapi: '3.1.0', paths: {} }, '- path-removed', '+ path-added', today],
]

export const sunsetPairs: Pair[] = [...rows, ...schemas, ...operations].flatMap(bothWays)
