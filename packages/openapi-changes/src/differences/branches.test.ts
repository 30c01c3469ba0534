import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareDocuments } from '../compare.ts'

type Schema = Record<string, unknown>

const object = (properties: Record<string, Schema>, more: Schema = {}) => ({
  type: 'object',
  properties,
  ...more,
})

/** The targets of what changes if each `part` of the branches becomes text. */
const targetsOf = (branches: (part: () => Schema) => Schema[]): string[] => {
  const document = (type: string) => {
    const by = { oneOf: branches(() => ({ type })) }
    const schema = { $ref: '#/components/schemas/Method' }
    const content = { 'application/json': { schema } }
    const responses = { 200: { description: '', content } }
    return {
      openapi: '3.1.0',
      paths: { '/a': { get: { responses } }, '/b': { get: { responses } } },
      components: { schemas: { Method: object({ by }) } },
    }
  }
  const changes = compareDocuments(document('integer'), document('string'))
  return [...new Set(changes.map(({ target }) => target))].sort()
}

test('branches of what several operations share have their names: title, fixed value, type', () => {
  const targets = targetsOf((part) => [
    object({ number: part() }, { title: 'card' }),
    object({ kind: { const: 'iban' }, iban: part() }, { required: ['kind'] }),
    { type: 'array', items: object({ code: part() }) },
  ])
  assert.deepEqual(targets, [
    'schema Method · by(array)[].code',
    'schema Method · by(card).number',
    'schema Method · by(kind=iban).iban',
  ])
})

test('a branch without a name is called by what only it requires, or by its number', () => {
  const note = { type: 'string' }
  const targets = targetsOf((part) => [
    object({ token: note, password: part() }, { required: ['token', 'password'] }),
    object({ email: note, code: note, password: part() }, { required: ['email', 'code', 'password'] }),
    object({ hint: part() }),
  ])
  assert.deepEqual(targets, [
    'schema Method · by(3).hint',
    'schema Method · by(email, code).password',
    'schema Method · by(token).password',
  ])
})
