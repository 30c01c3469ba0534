import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { diff } from './diff.ts'

const folder = await mkdtemp(join(tmpdir(), 'openapi-changes-odd-'))
after(() => rm(folder, { recursive: true, force: true }))
const file = async (name: string, content: string | Uint8Array): Promise<string> => {
  await writeFile(join(folder, name), content)
  return join(folder, name)
}

const documentOf = (schema: unknown) => ({
  openapi: '3.1.0',
  info: { title: 'é', version: '1' },
  paths: { '/a': { post: { requestBody: { content: { 'application/json': { schema } } } } } },
})
const json = JSON.stringify(documentOf({ type: 'integer', maximum: 5 }))
const yaml = `openapi: 3.1.0
info: {title: é, version: '1'}
paths:
  /a:
    post:
      requestBody:
        content:
          application/json:
            schema: {type: integer, maximum: 5}
`
const sound = await file('sound.json', json)
const withSchema = (schema: unknown) => JSON.stringify(documentOf(schema))

const utf16 = (text: string, isBig = false) => {
  const bytes = Buffer.from(text, 'utf16le')
  return isBig ? bytes.swap16() : bytes
}
const utf32 = (text: string) => Buffer.from([...text].flatMap((sign) => [sign.charCodeAt(0), 0, 0, 0]))
const nested = (depth: number, open: string, close: string) => open.repeat(depth) + close.repeat(depth)

const readable: Record<string, string | Uint8Array> = {
  'a mark before JSON': `\ufeff${json}`,
  'a mark before YAML': `\ufeff${yaml}`,
  'UTF-16 with a mark': utf16(`\ufeff${json}`),
  'UTF-16 the other way round, with a mark': utf16(`\ufeff${json}`, true),
  'UTF-16 without a mark': utf16(json),
  'UTF-16 the other way round': utf16(yaml, true),
  'YAML with a mark of its begin': `---\n${yaml}`,
  'YAML with a mark of its end': `${yaml}...\n`,
  'YAML with a directive': `%YAML 1.2\n---\n${yaml}`,
  'YAML with other ends of lines': yaml.replaceAll('\n', '\r\n'),
  'a text that begins with a colon': json.replace('é', ':é'),
  'a comma too many': `${json.slice(0, -1)},}`,
}

for (const [what, content] of Object.entries(readable))
  test(`a document is read in each form that it may have: ${what}`, async () => {
    const { exitCode, output, complaint } = await diff([sound, await file('readable', content)], 'diff')
    assert.deepEqual([exitCode, output, complaint], [0, '0 changes, 0 breaking\n', ''])
  })

const refused: [what: string, content: string | Uint8Array, message: RegExp][] = [
  ['an empty file', '', / is empty\.$/],
  ['a file of spaces', ' \n\t\n', / is empty\.$/],
  ['a mark and nothing else', '\ufeff', / is empty\.$/],
  ['a comment and nothing else', '# nothing\n', /it is not an object\.$/],
  ['a text', 'hello', /it is not an object\.$/],
  ['a number', '42', /it is not an object\.$/],
  ['null', 'null', /it is not an object\.$/],
  ['a list', '[]', /it is not an object\.$/],
  ['an object that is none', '{}', /it has no `openapi` field\.$/],
  ['a document of events', '{"asyncapi":"2.0.0"}', /it has no `openapi` field\.$/],
  ['an old document', '{"swagger":"2.0"}', /It is of Swagger 2\.0/],
  ['Latin-1', Buffer.from(json, 'latin1'), / is not in UTF-8 \(see line 1\), nor in UTF-16\.$/],
  ['Latin-1 in YAML', Buffer.from(yaml, 'latin1'), / is not in UTF-8 \(see line 2\), nor in UTF-16\.$/],
  ['half a sign', Buffer.from([0x7b, 0x22, 0xc3, 0x22, 0x7d]), / is not in UTF-8/],
  [
    'UTF-16 with half a sign',
    Buffer.concat([utf16(`\ufeff${json}`), Buffer.from([1])]),
    /begins like UTF-16/,
  ],
  ['UTF-32', utf32(json), / is in UTF-32/],
  ['UTF-32 with a mark', utf32(`\ufeff${json}`).fill(0xff, 0, 1).fill(0xfe, 1, 2), / is in UTF-32/],
  ['a picture', Buffer.from('89504e470d0a1a0a0000000d', 'hex'), / is not in UTF-8/],
  ['an archive', Buffer.from('504b0304140000000800', 'hex'), / is not a text: there is a zero in line 1\.$/],
  ['a zero', 'openapi: 3.1.0\0\n', / is not a text/],
  [
    'a key twice in JSON',
    '{"a":{"/b":{},\n"/c":{},"/b":{}}}',
    /has the key "\/b" twice in one place, at line 2, column 9\.$/,
  ],
  ['a key twice in other signs', '{"a":1,"\\u0061":2}', / has the key "\\u0061" twice/],
  ['a key twice with a space', '{"a" : 1, "a" : 2}', / has the key "a" twice/],
  ['a key twice in YAML', 'a:\n  b: 1\n  b: 2\n', /has a key twice in one place, at line 3, column 3\.$/],
  ['a key twice in brackets', 'a: {b: 1, b: 2}\n', /has a key twice in one place, at line 1/],
  ['JSON that is cut off', json.slice(0, 60), /is neither JSON nor YAML: .+, at line 1, column \d+$/],
  ['two documents of JSON', `${json}\n${json}`, /is neither JSON nor YAML: .+, at line 2, column 1$/],
  ['a comma too many between', '{"a":1,,"b":2}', /is neither JSON nor YAML: .+, at line 1, column 8$/],
  ['no colon', '{"a" 1}', /a colon is missing, at line 1, column \d+$/],
  ['an escape that is none', '{"a":"\\x"}', /an escape in a quoted text is unknown/],
  ['lists without end', nested(1e5, '[', ']'), /nested too deeply\.$/],
  ['objects without end', nested(1e5, '{"a":', '}').replace(':}', ':1}'), /nested too deeply\.$/],
  ['lists that never end', '['.repeat(1e5), /nested too deeply\.$/],
  ['brackets without end in YAML', `a: ${nested(1e4, '[', ']')}`, /nested too deeply\.$/],
  ['dashes without end', `${'- '.repeat(5000)}a`, /nested too deeply\.$/],
  [
    'several documents',
    `${yaml}---\n${yaml}`,
    /has several documents, the second one at line 10, column 1\.$/,
  ],
  ['a tab', 'a:\n\tb: 1\n', /a tab indents a line, at line 2/],
  ['a wrong indentation', 'a:\n    b: 1\n  c: 2\n', /the indentation is wrong, at line 3, column 1$/],
  ['two colons in a line', 'a: b: c\n', /a line has two keys/],
  ['a quote that is not closed', 'a: "b\n', /a quote, a bracket or a colon is missing/],
  ['a single quote that is not closed', "a: 'b\n", /a quote, a bracket or a colon is missing/],
  ['a bracket that is not closed', 'a: [b\n', /is neither JSON nor YAML: .+, at line 2/],
  ['a reserved sign', 'a: @b\n', /begins with a sign that it must not begin with/],
  ['an alias of nothing', 'a: *b\n', / has an alias without an anchor\.$/],
  ['an anchor without a name', 'a: & b\n', /an alias or an anchor has no name/],
  ['a merge of a number', 'a: {<<: 1}\n', / has a merge key \(<<\) for what is no map\.$/],
  ['a list in a map', 'a: 1\n- b\n', /is neither JSON nor YAML: .+, at line 2, column 1$/],
  ['a page', '<!doctype html>\n<html><body>a: b: c</body></html>', /is neither JSON nor YAML/],
  ['a program', 'export default {\n openapi: "3.1.0"\n}', /is neither JSON nor YAML/],
  ['what is to be included', 'openapi: 3.1.0\npaths: !include paths.yaml\n', /\/paths is not an object\.$/],
  ['a version that is a list', '{"openapi":[]}', /it has no `openapi` field\.$/],
  ['paths that are null', '{"openapi":"3.1.0","paths":null}', /\/paths is not an object\.$/],
  ['servers that are null', '{"openapi":"3.1.0","servers":null}', /\/servers is not a list\.$/],
  ['a schema that is a number', withSchema(5), /schema is not a schema\.$/],
  ['properties that are null', withSchema({ properties: null }), /properties is not an object\.$/],
  ['a list of values that is null', withSchema({ enum: null }), /enum is not a list\.$/],
  ['a type that is none', withSchema({ type: 'text' }), /type is not a type\.$/],
  ['a bound that is a text', withSchema({ minimum: '1' }), /minimum is not a number\.$/],
  ['a reference that is a number', withSchema({ $ref: 5 }), /\$ref is not a string\.$/],
  [
    'a reference to the web',
    withSchema({ $ref: 'http://127.0.0.1:9/a' }),
    /only references inside the document/,
  ],
  ['a reference to a file', withSchema({ $ref: 'other.json#/a' }), /only references inside the document/],
  ['a reference to nothing', withSchema({ $ref: '#/a' }), /which does not exist\.$/],
]

/** What no person has asked for: a trace, or a word of the engine or of a library. */
const foreign = /\n|stack|YAML\.|parse[A-Z]|JSON at|Error|undefined|Unexpected|\[object|ENO|EIS|node:/

for (const [what, content, message] of refused)
  test(`what is refused is told in a line of our own words: ${what}`, async () => {
    const path = await file('refused', content)
    for (const pair of [
      [sound, path],
      [path, sound],
    ])
      await assert.rejects(diff(pair, 'diff'), (error: Error) => {
        assert.match(error.message, message)
        assert.doesNotMatch(error.message.replaceAll(folder, ''), foreign)
        return true
      })
  })

test('what is no file is refused in our own words', async () => {
  await mkdir(join(folder, 'folder'))
  await symlink(join(folder, 'loop'), join(folder, 'loop'))
  const cases: [path: string, message: RegExp][] = [
    ['folder', / cannot be read: it is a folder\.$/],
    ['loop', / cannot be read: its links lead in a circle\.$/],
    ['none', / cannot be read: there is no such file\.$/],
    ['sound.json/x', / cannot be read: something on its path is no folder\.$/],
    ['a'.repeat(300), / cannot be read: its name is too long\.$/],
    ['a\0b', / cannot be read: no file has such a name\.$/],
  ]
  for (const [path, message] of cases)
    await assert.rejects(diff([sound, join(folder, path)], 'diff'), { message })
})

test('whole numbers that are too large to be kept exactly are compared as they are written', async () => {
  const large = (digits: string) => json.replace('5', digits)
  const compare = async (one: string, other: string) =>
    (await diff([await file('one', one), await file('other', other)], 'diff')).output
  const [one, other] = ['9007199254740993', '9007199254740992']
  assert.match(await compare(large(one), large(other)), /from 9007199254740993 to 9007199254740992/)
  assert.equal(await compare(large(one), large(one)), '0 changes, 0 breaking\n')
  const inYaml = (digits: string) => yaml.replace('maximum: 5', `maximum: ${digits}`)
  assert.match(await compare(inYaml(one), large(other)), /from 9007199254740993 to 9007199254740992/)
  assert.equal(await compare(inYaml(other), large(other)), '0 changes, 0 breaking\n')
  const listed = (digits: string) => withSchema({ enum: [1] }).replace('[1]', `[${digits}]`)
  assert.match(await compare(listed(one), listed(other)), /enum-value-removed/)
  // as one and the same number it would be out of its own bounds
  const bounded = (digits: string) =>
    withSchema({ enum: ['one'], minimum: 'least' })
      .replace('"one"', one)
      .replace('"least"', digits)
  assert.equal(await compare(bounded(one), bounded(one)), '0 changes, 0 breaking\n')
  assert.match(await compare(bounded(one), bounded('9007199254740994')), /enum-value-removed/)
  assert.equal(await compare(large('100000000000000000000'), large('1e20')), '0 changes, 0 breaking\n')
})

test('what cannot be compared is told with its place, and counted', async () => {
  const more = { get: { parameters: [{ name: 'p', in: 'query', required: true }] } }
  const [older, newer] = [
    documentOf(null),
    { ...documentOf(null), paths: { ...documentOf(null).paths, '/b': more } },
  ]
  const files = [await file('older', JSON.stringify(older)), await file('newer', JSON.stringify(newer))]
  const { exitCode, output, complaint = '' } = await diff(files, 'diff')
  assert.equal(exitCode, 0)
  assert.match(output, /\(path-added\)\n1 change, 0 breaking, 2 places not compared\n$/)
  assert.match(complaint, /^\S+older: \/paths\/\S+\/schema is null, and no schema\.\n\S+newer: .+\n$/)
  const { skipped } = JSON.parse((await diff([...files, '--json'], 'diff')).output)
  assert.deepEqual(skipped[0], {
    document: 'older',
    path: '/paths/~1a/post/requestBody/content/application~1json/schema',
    reason: 'is null, and no schema',
  })
})
