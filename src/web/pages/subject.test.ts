import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keyRing } from '../../platform/crypto/keys.ts'
import { isRefusedAs } from '../../platform/errors.ts'
import type { CookieName, Visit } from './hosted-page.ts'
import { accountPages, mailedPages } from './pages.ts'
import { paths } from './paths.ts'
import { requireSubject, subjectField } from './subject.ts'

const [before, now] = ['a'.repeat(32), 'b'.repeat(32)]

const visitOf = (secrets: readonly [string, ...string[]], subject?: CookieName, kept?: string) => {
  const cookies: Visit['cookies'] = { read: () => kept, write: () => {}, drop: () => {} }
  const realm = { kind: 'page' } as const
  return { deps: { keys: keyRing(secrets) } as Visit['deps'], realm, cookies, subject }
}

const sentBy = (visit: ReturnType<typeof visitOf>) =>
  /name="subject" value="([\w-]{43})"/.exec(subjectField(visit)?.markup ?? '')?.[1]

const isOutdated = (error: unknown) => isRefusedAs(error, 'outdated_form')

test('a form keeps working during a key rotation, and no longer', () => {
  const form = sentBy(visitOf([before], 'account', 'x'))
  requireSubject(visitOf([now, before], 'account', 'x'), form)
  assert.throws(() => requireSubject(visitOf([now], 'account', 'x'), form), isOutdated)
})

test('a form is for one value of one cookie', () => {
  const form = sentBy(visitOf([now], 'account', 'x'))
  requireSubject(visitOf([now], 'account', 'x'), form)
  for (const [subject, kept] of [
    ['account', 'y'],
    ['step', 'x'],
  ] as const)
    assert.throws(() => requireSubject(visitOf([now], subject, kept), form), isOutdated)
  for (const odd of [undefined, '', 'x', `${form}A`])
    assert.throws(() => requireSubject(visitOf([now], 'account', 'x'), odd), isOutdated)
})

test('every page with forms names the cookie they depend on, except those that anybody may use', () => {
  const acting = [...accountPages, ...mailedPages].filter(({ acts }) => acts)
  const open = acting.filter(({ isPrivate, subject }) => !isPrivate && !subject).map(({ path }) => path)
  assert.deepEqual(open.sort(), [paths.forgot, paths.language, paths.register, paths.signIn].sort())
})

test('without a user to act for, a form needs no subject', () => {
  for (const visit of [visitOf([now]), visitOf([now], 'account')]) {
    assert.equal(subjectField(visit), undefined)
    requireSubject(visit, undefined)
  }
})
