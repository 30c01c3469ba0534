import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RowFault } from '../rows/row-fault.ts'
import { csvRecords } from './csv.ts'
import { type FoundRecord, jsonLines } from './json-lines.ts'
import { listItems } from './list-items.ts'

type Read = (chunks: AsyncIterable<Uint8Array>) => AsyncIterable<FoundRecord>

/** What is read of some bytes, in pieces of that size: values with their lines, or codes of faults. */
const readAll = async (read: Read, bytes: Uint8Array, size: number): Promise<[number, unknown][]> => {
  const chunks = async function* () {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
  }
  const found: [number, unknown][] = []
  for await (const record of read(chunks())) found.push([record.line, readValue(record)])
  return found
}

const readValue = ({ read }: FoundRecord) => {
  try {
    return read()
  } catch (fault) {
    return fault instanceof RowFault ? fault.code : fault
  }
}

/** However the bytes arrive. */
const assertRead = async (read: Read, bytes: Uint8Array, expected: [number, unknown][]) => {
  const small = bytes.length > 10_000 ? [] : [1, 2, 3, 7]
  for (const size of [...small, 1_000, 100_000])
    assert.deepEqual(await readAll(read, bytes, size), expected, `${size}`)
}

const readText = (read: Read, text: string, expected: [number, unknown][]) =>
  assertRead(read, Buffer.from(text), expected)

test('lines of JSON are read by their numbers, without a byte order mark, blank lines and carriage returns', () =>
  readText(jsonLines, '\ufeff{"a":"é"}\r\n\n  \t\n[1]\n"ende"', [
    [1, { a: 'é' }],
    [4, [1]],
    [5, 'ende'],
  ]))

test('a line that is no JSON, not UTF-8 or too long is wrong, and the others are read', async () => {
  const long = Buffer.alloc(65_537, 'x')
  const bytes = Buffer.concat([
    Buffer.from('{"a":1\n'),
    Buffer.from([0x22, 0xff, 0x22, 0x0a]),
    long,
    Buffer.from('\n{"b":2}\n'),
  ])
  const expected: [number, unknown][] = [
    [1, 'bad_line'],
    [2, 'bad_line'],
    [3, 'line_too_long'],
    [4, { b: 2 }],
  ]
  for (const size of [1_000, 100_000]) assert.deepEqual(await readAll(jsonLines, bytes, size), expected)
})

test('CSV is read by the names of its first record, with quotes, commas and ends of lines inside', () =>
  readText(
    csvRecords,
    '\ufeffemail, name\r\n"a@b.example","Ada ""the first"",\nCountess"\r\nb@b.example,\n\n',
    [
      [2, { email: 'a@b.example', name: 'Ada "the first",\nCountess' }],
      [4, { email: 'b@b.example', name: '' }],
    ],
  ))

test('a record of CSV with more or fewer columns than names is wrong', () =>
  readText(csvRecords, 'a,b\n1\n1,2\n1,2,3\n', [
    [2, 'bad_line'],
    [3, { a: '1', b: '2' }],
    [4, 'bad_line'],
  ]))

test('the objects of a list are read and counted one by one, whatever stands beside it and in them', () =>
  readText(
    (chunks) => listItems(chunks, 'users'),
    `{"realm": "users", "roles": [{"users": [{"no": 1}]}], "deep": {"users": [{"no": 2}]},
    "users": [{"a": "}]\\"{[", "b": [{"c": {}}]},
      {"a": "é"}], "clients": [{"no": 3}]}`,
    [
      [1, { a: '}]"{[', b: [{ c: {} }] }],
      [2, { a: 'é' }],
    ],
  ))

test('a record of CSV that is too long is wrong, and those behind it are read', () =>
  readText(
    csvRecords,
    `a,b\n1,${'x'.repeat(70_000)}\n1,2\n${'\n'.repeat(70_000)}3,4\n5,${'x'.repeat(70_000)}`,
    [
      [2, 'line_too_long'],
      [3, { a: '1', b: '2' }],
      [70_004, { a: '3', b: '4' }],
      [70_005, 'line_too_long'],
    ],
  ))

test('two columns of CSV with one name are refused', () =>
  assert.rejects(readText(csvRecords, 'a,b,a\n1,2,3\n', []), /two columns named "a"/))

test('an object of a list that is too long is wrong, and those behind it are read', () =>
  readText((chunks) => listItems(chunks, 'users'), `{"users": [{"a": "${'x'.repeat(70_000)}"}, {"a": 1}]}`, [
    [1, 'line_too_long'],
    [2, { a: 1 }],
  ]))

test('a document that is cut off, lacks the list or is not UTF-8 is refused', async () => {
  const users: Read = (chunks) => listItems(chunks, 'users')
  for (const text of ['{"users": []', '{"members": []}', '{"users": {}}', ''])
    await assert.rejects(readText(users, text, []), /no whole document/, text)
  for (const bytes of [[0xff], [0xe2, 0x82]])
    await assert.rejects(
      assertRead(users, Buffer.concat([Buffer.from('{"users": []}'), Buffer.from(bytes)]), []),
      /not UTF-8/,
    )
})
