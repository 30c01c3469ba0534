import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compose } from '../../src/messages/mail/compose.ts'
import { type NoticeName, noticePages } from '../../src/messages/mail/notices.ts'
import { at, config } from '../support/every-mail.ts'

const textOf = (notice: NoticeName, { pages } = config) =>
  compose({ ...config, pages }, 'notice', { notice, at, provider: 'acme' }, 'en').text

test('a notice leads to the page about its subject', () => {
  for (const [notice, label, path] of [
    ['new-sign-in', 'Show sessions', 'sessions'],
    ['two-factor-off', 'Manage two-factor', 'two-factor'],
    ['passkey-added', 'Manage passkeys', 'passkeys'],
    ['provider-linked', 'Manage providers', 'providers'],
    ['password-changed', 'Show activity', 'activity'],
    ['account-closed', 'Sign in', 'sign-in'],
  ] as const) {
    const link = `${label}:\nhttps://acme.example/account/${path}\n`
    assert.ok(textOf(notice).includes(link), textOf(notice))
  }
})

test('a notice leads to no page that is switched off, nor anybody to their blocked account', () => {
  const off = { ...config, pages: false }
  const texts = (Object.keys(noticePages) as NoticeName[]).map((notice) => textOf(notice, off))
  for (const text of [...texts, textOf('account-disabled')])
    assert.doesNotMatch(text.replaceAll('/account/forgot-password', ''), /\/account/)
})
