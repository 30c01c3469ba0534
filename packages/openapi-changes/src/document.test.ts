import assert from 'node:assert/strict'
import { test } from 'node:test'
import { largeInterface } from '../test/large-interface.ts'
import { compareDocuments, type Skipped } from './compare.ts'
import { DocumentError } from './document.ts'

const operation = (post: unknown, components: object = {}) => ({
  openapi: '3.1.0',
  paths: { '/things': { post } },
  components,
})
const bodyOf = (schema: unknown, schemas: object = {}) =>
  operation({ requestBody: { content: { 'application/json': { schema } } } }, { schemas })
const parameter = (value: unknown) => operation({ parameters: [value] })

const malformed: [what: string, document: unknown, message: RegExp][] = [
  ['null', null, /not an object/],
  ['a list', [], /not an object/],
  ['no version', {}, /^It is not an OpenAPI document: it has no `openapi` field\.$/],
  ['Swagger 2', { swagger: '2.0' }, /Swagger 2\.0/],
  ['OpenAPI 4', { openapi: '4.0.0' }, /4\.0\.0/],
  ['a version that only begins well', { openapi: '3.10.0' }, /3\.10\.0/],
  ['paths that are a list', { openapi: '3.1.0', paths: [] }, /\/paths is not an object/],
  ['a path that is a text', { openapi: '3.1.0', paths: { '/a': 'b' } }, /\/paths\/~1a is not an object/],
  ['an operation that is a list', operation([]), /post is not an object/],
  ['parameters that are no list', operation({ parameters: {} }), /parameters is not a list/],
  ['a parameter without a name', parameter({ in: 'query' }), /has no name/],
  ['a parameter that belongs nowhere', parameter({ name: 'a' }), /does not say where it belongs/],
  [
    'a parameter that is required by a text',
    parameter({ name: 'a', in: 'query', required: 'yes' }),
    /not a boolean/,
  ],
  ['answers that are a list', operation({ responses: [] }), /responses is not an object/],
  ['an answer that is a number', operation({ responses: { 200: 1 } }), /responses\/200 is not an object/],
  ['security that is an object', operation({ security: {} }), /security is not a list/],
  ['scopes that are a text', operation({ security: [{ key: 'a' }] }), /key is not a list/],
  ['a schema that is a number', bodyOf(1), /schema is not a schema/],
  ['a property that is a text', bodyOf({ properties: { a: 'string' } }), /properties\/a is not a schema/],
  ['a type that is none', bodyOf({ type: 'text' }), /type is not a type/],
  ['a required that is a boolean', bodyOf({ required: true }), /required is not a list/],
  ['a required name that is a number', bodyOf({ required: [1] }), /required\/0 is not a string/],
  ['an enum that is an object', bodyOf({ enum: {} }), /enum is not a list/],
  ['a length that is a text', bodyOf({ minLength: '1' }), /minLength is not a number/],
  ['a reference to nothing', bodyOf({ $ref: '#/components/schemas/None' }), /which does not exist/],
  [
    'a reference to what all objects have',
    bodyOf({ $ref: '#/components/schemas/constructor' }),
    /which does not exist/,
  ],
  ['a reference with a broken escape', bodyOf({ $ref: '#/components/schemas/%' }), /which does not exist/],
  ['a reference into a list of texts', bodyOf({ $ref: '#/openapi/0' }), /which does not exist/],
  [
    'a reference to an anchor',
    bodyOf({ $ref: '#thing' }, { Thing: { $anchor: 'thing' } }),
    /refers to #thing, and only JSON pointers are followed, no anchors\.$/,
  ],
  ['a reference to the web', bodyOf({ $ref: 'http://127.0.0.1:9/schema.json' }), /only references inside/],
  ['a reference to a file', bodyOf({ $ref: 'file:///etc/passwd' }), /only references inside/],
  ['a reference to the file beside', bodyOf({ $ref: 'other.json#/a' }), /only references inside/],
]

for (const [what, document, message] of malformed)
  test(`${what} is refused with a word on where it is`, () => {
    const isSaid = (error: unknown) => error instanceof DocumentError && message.test(error.message)
    assert.throws(() => compareDocuments(document, bodyOf({})), isSaid)
    assert.throws(() => compareDocuments(bodyOf({}), document), isSaid)
  })

test('of what is no schema, or leads somewhere unknown, the rest is compared, and each place is told', () => {
  const dynamic = { $dynamicRef: '#thing' }
  const inside = { type: 'object', properties: { a: { type: 'array', items: dynamic } } }
  const at = '/paths/~1things/post/requestBody/content/application~1json/schema'
  const cases: [schema: unknown, path: string, reason: RegExp][] = [
    [null, at, /is null/],
    [{ type: 'object', properties: { a: null } }, `${at}/properties/a`, /is null/],
    [{ oneOf: [null, { type: 'string' }] }, `${at}/oneOf/0`, /is null/],
    [dynamic, at, /has a \$dynamicRef/],
    [inside, `${at}/properties/a/items`, /has a \$dynamicRef/],
  ]
  for (const [schema, path, reason] of cases) {
    const documentOf = (schema: unknown, type: string) => {
      const more = { parameters: [{ name: 'p', in: 'query', schema: { type } }] }
      return operation({ ...more, requestBody: { content: { 'application/json': { schema } } } })
    }
    const skipped: Skipped[] = []
    const onSkipped = (place: Skipped) => skipped.push(place)
    const compare = (older: unknown, newer: unknown) =>
      compareDocuments(documentOf(older, 'string'), documentOf(newer, 'integer'), { onSkipped })
    assert.deepEqual(
      compare(schema, schema).map(({ rule }) => rule),
      ['request-parameter-type-narrowed'],
    )
    assert.deepEqual(
      skipped.map(({ document, path }) => [document, path]),
      [
        ['older', path],
        ['newer', path],
      ],
    )
    assert.match(skipped[0]?.reason ?? '', reason)
    // what is not known is not harmless
    const breaking = compare(schema, { type: 'string' }).filter((change) => change.breaking)
    assert.ok(breaking.length > 1, JSON.stringify(schema))
  }
})

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const object = (properties: object) => ({ type: 'object', properties })

test('references that go round end somewhere, or are refused', () => {
  const tree = (name: object) =>
    bodyOf(ref('Tree'), { Tree: object({ name, left: ref('Tree'), right: ref('Tree') }) })
  const [change, ...others] = compareDocuments(
    tree({ type: 'string' }),
    tree({ type: 'string', maxLength: 3 }),
  )
  assert.deepEqual(
    [change?.rule, change?.path],
    ['request-property-max-length-lowered', '/components/schemas/Tree/properties/name/maxLength'],
  )
  assert.deepEqual(others, [])

  const mutual = (more: object) =>
    bodyOf(ref('A'), { A: object({ b: ref('B') }), B: object({ a: ref('A'), ...more }) })
  assert.deepEqual(
    compareDocuments(mutual({}), mutual({ c: {} })).map(({ rule }) => rule),
    ['request-property-added-optional'],
  )

  const within = (keyword: string) => bodyOf(ref('A'), { A: { [keyword]: [ref('A'), { type: 'string' }] } })
  for (const keyword of ['allOf', 'anyOf', 'oneOf'])
    assert.deepEqual(compareDocuments(within(keyword), within(keyword)), [])

  const nowhere = bodyOf(ref('A'), { A: ref('B'), B: ref('A') })
  assert.throws(() => compareDocuments(nowhere, nowhere), /refers to itself/)
})

test('what is nested without end is refused, and soon', () => {
  const started = performance.now()
  const nested = (depth: number, wrap: (inner: unknown) => unknown) => {
    let schema: unknown = { type: 'string' }
    for (let level = 0; level < depth; level++) schema = wrap(schema)
    return bodyOf(schema)
  }
  const lists = nested(300, (items) => ({ type: 'array', items }))
  assert.deepEqual(compareDocuments(lists, lists), [])
  const deep = nested(50_000, (inner) => ({ allOf: [inner] }))
  assert.throws(() => compareDocuments(deep, deep), /nested too deeply/)
  const steps = Array.from({ length: 50_000 }, (_, index) => [`A${index}`, { allOf: [ref(`A${index + 1}`)] }])
  const chain = bodyOf(ref('A0'), { ...Object.fromEntries(steps), A50000: {} })
  assert.throws(() => compareDocuments(chain, chain), /nested too deeply/)

  // the parts of the first are put together with those of one more each time: as many as there are subsets
  const parts = Array.from({ length: 24 }, (_, index) => [
    `Q${index}`,
    object({
      a: index === 0 ? { allOf: [ref('Q0'), ref('Q1')] } : ref(`Q${index + 1}`),
      b: ref(index === 0 ? 'Q0' : `Q${index + 1}`),
    }),
  ])
  const entangled = bodyOf(ref('Q0'), { ...Object.fromEntries(parts), Q24: {} })
  assert.throws(() => compareDocuments(entangled, entangled), /too entangled/)
  assert.ok(performance.now() - started < 20_000)
})

test('names that objects have by nature are names like others', () => {
  const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'then']
  const named = JSON.parse(`{${names.map((name) => `"${name}":{"type":"string"}`).join()}}`)
  const [older, newer] = [
    bodyOf({ type: 'object', properties: {} }),
    bodyOf({ type: 'object', properties: named }),
  ]
  const added = compareDocuments(older, newer)
  assert.deepEqual(
    added.map(({ target }) => target),
    names.map((name) => `POST /things · request.body.${name}`),
  )
  assert.ok(added.every(({ kind, breaking }) => kind === 'added' && !breaking))
  const removed = compareDocuments(newer, older)
  assert.deepEqual(
    removed.map(({ rule }) => rule),
    names.map(() => 'request-property-removed'),
  )
  assert.equal(Object.hasOwn(Object.prototype, 'type'), false)
})

test('markup is data, and texts for people are no difference', () => {
  const nasty = ']]><script>alert(1)</script>&amp;\u0000\u202e'
  const [change] = compareDocuments(bodyOf({ enum: ['a'] }), bodyOf({ enum: ['a', nasty] }))
  assert.equal(change?.target, `POST /things · request.body ${JSON.stringify(nasty)}`)
  const described = (description: string) =>
    operation({ summary: description, description, responses: { 200: { description } } })
  assert.deepEqual(compareDocuments(described('A word.'), described(nasty)), [])
  const [path] = compareDocuments(
    { openapi: '3.1.0' },
    { openapi: '3.1.0', paths: { [`/${nasty}`]: { get: {} } } },
  )
  assert.equal(path?.target, `GET /${nasty}`)
})

test('a document of more than 20,000 lines is compared while nobody waits', () => {
  const [older, newer] = [largeInterface(210), largeInterface(210, true)]
  assert.ok(JSON.stringify(older, null, 2).split('\n').length > 20_000)
  const started = performance.now()
  const changes = compareDocuments(older, newer)
  // it takes a third of a second where nothing else runs; this is against what never ends
  assert.ok(performance.now() - started < 20_000)
  const [shared] = changes.filter(({ rule }) => rule.endsWith('enum-value-added'))
  assert.deepEqual([shared?.target, shared?.operations?.length], ['schema Refusal · code "c"', 210])
})

test('OpenAPI 3.0 and 3.1 say the same in their own ways', () => {
  const as30 = (schema: object, schemas: object = {}) => ({ ...bodyOf(schema, schemas), openapi: '3.0.3' })
  const same: [in30: object, in31: object][] = [
    [{ type: 'string', nullable: true }, { type: ['string', 'null'] }],
    [
      { type: 'number', minimum: 1, exclusiveMinimum: true },
      { type: 'number', exclusiveMinimum: 1 },
    ],
    [
      { type: 'number', maximum: 1, exclusiveMaximum: false },
      { type: 'number', maximum: 1 },
    ],
    [
      { type: 'string', enum: ['a'] },
      { type: 'string', const: 'a' },
    ],
  ]
  for (const [in30, in31] of same) {
    assert.deepEqual(compareDocuments(as30(in30), bodyOf(in31)), [])
    assert.deepEqual(compareDocuments(bodyOf(in31), as30(in30)), [])
  }
  // null beside what is put together from references
  const parts = {
    A: { type: 'object', properties: { a: { type: 'string' } } },
    B: { oneOf: [{ type: 'string' }, { type: 'integer' }] },
  }
  const isNull = { type: 'null' }
  const nullables: [in30: object, in31: object][] = [
    [{ nullable: true, allOf: [ref('A')] }, { anyOf: [ref('A'), isNull] }],
    [{ nullable: true, allOf: [ref('A')], description: 'A word.' }, { oneOf: [ref('A'), isNull] }],
    [{ nullable: true, allOf: [ref('B')] }, { anyOf: [ref('B'), isNull] }],
    [
      { nullable: true, oneOf: [ref('A'), { type: 'string' }] },
      { oneOf: [ref('A'), { type: 'string' }, isNull] },
    ],
    [
      { nullable: true, anyOf: [ref('A'), { type: 'string' }] },
      { anyOf: [ref('A'), { type: 'string' }, isNull] },
    ],
    [
      { type: 'object', properties: { p: { nullable: true, allOf: [ref('A')] } } },
      { type: 'object', properties: { p: { anyOf: [ref('A'), isNull] } } },
    ],
  ]
  for (const [in30, in31] of nullables) {
    assert.deepEqual(compareDocuments(as30(in30, parts), bodyOf(in31, parts)), [], JSON.stringify(in30))
    assert.deepEqual(compareDocuments(bodyOf(in31, parts), as30(in30, parts)), [], JSON.stringify(in30))
  }
  const [isNew] = compareDocuments(
    as30({ allOf: [ref('A')] }, parts),
    as30({ nullable: true, allOf: [ref('A')] }, parts),
  )
  assert.equal(isNew?.rule, 'request-body-became-nullable')
  // bytes and files
  const text = { type: 'string' }
  const contents: [in30: object, in31: object][] = [
    [
      { ...text, format: 'byte' },
      { ...text, contentEncoding: 'base64' },
    ],
    [
      { ...text, format: 'binary' },
      { ...text, contentMediaType: 'application/octet-stream' },
    ],
    [
      { ...text, format: 'binary' },
      { ...text, contentMediaType: 'image/png' },
    ],
    [{ ...text, format: 'binary' }, text],
    [
      { ...text, format: 'binary' },
      { ...text, format: 'binary' },
    ],
  ]
  for (const [in30, in31] of contents) {
    assert.deepEqual(compareDocuments(as30(in30), bodyOf(in31)), [], JSON.stringify(in31))
    assert.deepEqual(compareDocuments(bodyOf(in31), as30(in30)), [], JSON.stringify(in31))
  }
  for (const [from, to] of [
    [
      { ...text, contentEncoding: 'base64' },
      { ...text, contentEncoding: 'base64url' },
    ],
    [
      { ...text, contentMediaType: 'image/png' },
      { ...text, contentMediaType: 'image/gif' },
    ],
    [text, { ...text, contentEncoding: 'base64' }],
    [text, { ...text, format: 'binary' }],
  ] as const)
    assert.equal(compareDocuments(bodyOf(from), bodyOf(to)).length > 0, true, JSON.stringify(to))
  // beside a reference nothing counts in 3.0, and everything in 3.1
  const [beside, schemas] = [{ ...ref('A'), maxLength: 1 }, { A: { type: 'string' } }]
  assert.deepEqual(compareDocuments(as30(ref('A'), schemas), as30(beside, schemas)), [])
  const [change] = compareDocuments(bodyOf(ref('A'), schemas), bodyOf(beside, schemas))
  assert.equal(change?.rule, 'request-body-max-length-lowered')
})
