import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Means, waysWithout } from './ways-back.ts'

const password: Means = { kind: 'password' }
const mailbox: Means = { kind: 'mailbox', name: 'ada@example.com', isProven: true }
const unproven: Means = { ...mailbox, isProven: false }
const app: Means = { kind: 'totp', name: 'Phone' }
const codes: Means = { kind: 'backup_code' }
const acme: Means = { kind: 'provider', name: 'Acme' }
const passkey: Means = { kind: 'passkey', name: 'Laptop', signsIn: true, isSecondFactor: false }
const securityKey: Means = { kind: 'passkey', name: 'Key', signsIn: false, isSecondFactor: true }
const open = { isGuarded: false, hasMailedCodes: false, hasRemoval: true }
const guarded = { ...open, isGuarded: true }

test('a password is set anew by email, and its second factor stays', () => {
  assert.deepEqual(waysWithout(password, [password, mailbox], open), [
    { by: 'new_password', names: [], next: [] },
  ])
  assert.deepEqual(waysWithout(password, [password, mailbox, app, codes], guarded), [
    { by: 'new_password', names: [], next: ['wait', 'totp', 'backup_code'] },
  ])
})

test('a lost app is replaced by a backup code, another factor, or a wait', () => {
  const ways = waysWithout(app, [password, app, codes, securityKey, mailbox], guarded)
  assert.deepEqual(ways, [{ by: 'password', names: [], next: ['backup_code', 'passkey', 'wait'] }])
})

test('a passkey that signs in needs nothing after it, and no other way is open without a second factor', () => {
  const withoutRemoval = { ...guarded, hasRemoval: false }
  assert.deepEqual(waysWithout(app, [password, app, passkey, mailbox], withoutRemoval), [
    { by: 'passkey', names: [], next: [] },
  ])
  assert.deepEqual(waysWithout(app, [password, app, mailbox], withoutRemoval), [])
})

test('whoever loses the mailbox keeps what needs no email', () => {
  const all = [password, acme, app, mailbox]
  assert.deepEqual(waysWithout(mailbox, all, { ...guarded, hasMailedCodes: true }), [
    { by: 'password', names: [], next: ['totp'] },
    { by: 'provider', names: ['Acme'], next: ['totp'] },
  ])
  assert.deepEqual(waysWithout(mailbox, [mailbox], { ...open, hasMailedCodes: true }), [])
})

test('the first proof of a mailbox needs no second factor, and leads further than the known password', () => {
  const mailed = { ...guarded, hasMailedCodes: true, hasRemoval: false }
  assert.deepEqual(waysWithout(app, [password, app, unproven], mailed), [
    { by: 'mailed_code', names: [], next: [] },
    { by: 'new_password', names: [], next: [] },
  ])
  assert.deepEqual(
    waysWithout(codes, [password, app, codes, unproven], { ...mailed, hasMailedCodes: false }),
    [
      { by: 'password', names: [], next: ['totp'] },
      { by: 'new_password', names: [], next: [] },
    ],
  )
  assert.deepEqual(waysWithout(app, [password, app, unproven], open), [
    { by: 'password', names: [], next: [] },
  ])
})

const every = [password, passkey, securityKey, app, codes, acme, mailbox, unproven]
const isSecond = ({ kind }: Means) => kind === 'totp' || kind === 'backup_code'
const isMailbox = ({ kind }: Means) => kind === 'mailbox'

test('of every combination, whatever is lost leads back by what is left, and past no second factor', () => {
  for (let bits = 0; bits < 2 ** every.length; bits++) {
    const all: Means[] = every.filter((_, place) => bits & (1 << place))
    // an account has one mailbox
    if (all.includes(mailbox) && all.includes(unproven)) continue
    const isGuarded: boolean = all.includes(app) || all.includes(securityKey)
    for (const lost of all) {
      const left: Means[] = all.filter((means) => means !== lost)
      const ways = waysWithout(lost, all, { isGuarded, hasMailedCodes: true, hasRemoval: true })
      const said = `${all.map(({ kind }) => kind)} without ${lost.kind}`
      const firsts = ways.map(({ by }) => by)
      assert.equal(firsts.includes('passkey'), left.includes(passkey), said)
      const opens: boolean =
        !isGuarded || left.some((means) => isSecond(means) || means === securityKey || isMailbox(means))
      assert.equal(firsts.includes('password'), left.includes(password) && opens, said)
      assert.equal(firsts.includes('provider'), left.includes(acme) && opens, said)
      assert.equal(firsts.includes('mailed_code'), left.some(isMailbox), said)
      assert.equal(
        firsts.includes('new_password'),
        left.some(isMailbox) && (!left.includes(password) || (isGuarded && left.includes(unproven))),
        said,
      )
      for (const { by, next } of ways) {
        const isClaim: boolean = left.includes(unproven) && (by === 'mailed_code' || by === 'new_password')
        assert.equal(next.length > 0, isGuarded && by !== 'passkey' && !isClaim, said)
        assert.equal(next.includes('totp'), next.length > 0 && left.includes(app), said)
        assert.equal(next.includes('wait'), next.length > 0 && left.some(isMailbox), said)
      }
    }
  }
})
