import assert from 'node:assert/strict'
import { test } from 'node:test'
import { matcherOf, patternFault } from './patterns.ts'

test('a pattern is a type, a family of types, or all of them', () => {
  for (const pattern of ['*', 'user.*', 'session.ended', 'two_factor.*'])
    assert.equal(patternFault(pattern), undefined, pattern)
})

test('an unknown pattern is told with the one that was probably meant', () => {
  assert.match(
    patternFault('session.endet') ?? '',
    /no event type session\.endet\. Did you mean session\.ended\?/,
  )
  assert.match(patternFault('users.*') ?? '', /Did you mean user\.\*\?/)
  assert.match(patternFault('user.exploded') ?? '', /Did you mean user\.\*\?/)
  assert.match(patternFault('webauthn') ?? '', /There are user\.\*, mail\.\*, email\.\*/)
  for (const pattern of ['', 'user', 'user.', '*.ended', 'user.**', 'USER.*', 'user.registered '])
    assert.ok(patternFault(pattern), pattern)
})

test('for a pattern that is too long, nothing near it is looked for', () => {
  assert.match(patternFault('x'.repeat(100)) ?? '', /^There is no event type x+\. There are/)
  assert.equal(patternFault('x'.repeat(101)), 'No event type has more than 100 characters.')
})

test('a family means its types, also those of the next version, and no others', () => {
  const matches = matcherOf(['user.*', 'session.ended'])
  for (const type of ['user.registered', 'user.renamed', 'session.ended']) assert.ok(matches(type), type)
  for (const type of ['session.opened', 'users.registered', 'user']) assert.ok(!matches(type), type)
  assert.ok(matcherOf(['*'])('whatever.happens'))
})
