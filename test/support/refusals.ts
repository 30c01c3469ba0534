import assert from 'node:assert/strict'
import type { Known, RefusalCode } from '../../contract/wire.ts'
import type { Answer } from './http.ts'

/** Asserts that the answer is this refusal and no other, with its headers. */
export const assertRefused = (answer: Answer, status: number, code: Known<RefusalCode>): void => {
  assert.equal(answer.status, status, answer.text)
  assert.equal(answer.body?.code, code)
  assert.deepEqual(Object.keys(answer.body), ['message', 'code'])
  if (status === 401) {
    assert.equal(answer.headers.get('www-authenticate'), code === 'unauthorized' ? 'Bearer' : null)
  }
  if (status === 429 || status === 503) assert.match(answer.headers.get('retry-after') ?? '', /^[1-9][0-9]*$/)
}

/** Asserts that a 422 names these fields, by these rules, and no others: `{ email: 'required' }`. */
export const assertFieldErrors = (answer: Answer, ruleOf: Record<string, string>): void => {
  assert.equal(answer.status, 422, answer.text)
  const items = answer.body.map(({ field, rule }: { field: string; rule: string }) => [field, rule])
  assert.deepEqual(items, Object.entries(ruleOf))
}
