import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canonicalEmail } from '../../accounts/users/canonical-email.ts'
import { parseConfig } from '../../config/config.ts'
import { admit } from './admit.ts'

const isAdmitted = (domains: string, email: string) => {
  const config = parseConfig({ REGISTRATION_DOMAINS: domains })
  const address = canonicalEmail(email)
  assert.ok(address, email)
  try {
    admit({ config }, address)
    return true
  } catch {
    return false
  }
}

test('an address may register if its domain is listed, or is below one that is listed with *.', () => {
  const cases: [domains: string, email: string, isAdmitted: boolean][] = [
    ['', 'ann@anything.example', true],
    ['example.com', 'ann@example.com', true],
    ['example.com', 'Ann@EXAMPLE.Com', true],
    [' Example.COM , example.org ', 'ann@example.org', true],
    ['example.com', 'ann@example.org', false],
    ['example.com', 'ann@mail.example.com', false],
    ['example.com', 'ann@notexample.com', false],
    ['example.com', 'ann@example.com.evil.example', false],
    ['example.com', 'example.com@evil.example', false],
    ['*.example.com', 'ann@mail.example.com', true],
    ['*.example.com', 'ann@a.b.example.com', true],
    ['*.example.com', 'ann@example.com', false],
    ['*.example.com', 'ann@notexample.com', false],
    ['*.example.com', 'ann@mail.example.com.evil.example', false],
    ['*.example.com', 'mail.example.com@evil.example', false],
    ['example.com,*.example.com', 'ann@example.com', true],
    ['*.edu', 'ann@cs.example.edu', true],
    ['*.edu', 'ann@example.notedu', false],
    ['bücher.example', 'ann@xn--bcher-kva.example', true],
    ['xn--bcher-kva.example', 'ann@BU\u0308CHER.example', true],
    ['*.bücher.example', 'ann@post.xn--bcher-kva.example', true],
    ['*.XN--BCHER-KVA.example', 'ann@post.bücher.example', true],
    ['bücher.example', 'ann@bucher.example', false],
    ['*.例子', 'ann@用户.例子', true],
  ]
  for (const [domains, email, expected] of cases)
    assert.equal(isAdmitted(domains, email), expected, `${domains} ${email}`)
})

test('an entry that is not a domain stops the start, and is named', () => {
  const wrong =
    '@example.com ann@example.com com * *. *.. .example.com example.com. *example.com a.*.com *.*.com'
  const more =
    'exa_mple.com -a.com 127.0.0.1 *.1 https://example.com example.com:25 exa%6dple.com a。com *.a..b'
  for (const entry of `${wrong} ${more}`.split(' '))
    assert.throws(
      () => parseConfig({ REGISTRATION_DOMAINS: `example.org,${entry}` }),
      ({ message }: Error) =>
        message.includes(`REGISTRATION_DOMAINS: ${entry} is not a domain such as example.com`),
      entry,
    )
})

test('REGISTRATION is open, invited or closed', () => {
  assert.equal(parseConfig({}).registration, 'open')
  assert.throws(
    () => parseConfig({ REGISTRATION: 'off' }),
    /REGISTRATION: must be one of open, invited, closed/,
  )
})
