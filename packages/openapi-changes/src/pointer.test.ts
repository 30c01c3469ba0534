import assert from 'node:assert/strict'
import { test } from 'node:test'
import { append, segmentsOf, valueAt } from './pointer.ts'

// RFC 6901 §5
const document = { foo: ['bar', 'baz'], '': 0, 'a/b': 1, 'c%d': 2, 'e^f': 3, ' ': 7, 'm~n': 8, '~1': 9 }
const cases: [pointer: string, value: unknown][] = [
  ['', document],
  ['/foo', ['bar', 'baz']],
  ['/foo/0', 'bar'],
  ['/', 0],
  ['/a~1b', 1],
  ['/c%d', 2],
  ['/e^f', 3],
  ['/ ', 7],
  ['/m~0n', 8],
  ['/~01', 9],
]

test('a pointer leads to its value, and is made of its segments', () => {
  for (const [pointer, value] of cases) {
    assert.deepEqual(valueAt(pointer, document), value, pointer)
    assert.equal(
      segmentsOf(pointer).reduce((made, segment) => append(segment, made), ''),
      pointer,
    )
  }
})

test('nothing is where the document has nothing', () => {
  for (const pointer of ['/none', '/foo/2', '/foo/01', '/foo/0/0', '/foo/length', '/constructor'])
    assert.equal(valueAt(pointer, document), undefined, pointer)
})
