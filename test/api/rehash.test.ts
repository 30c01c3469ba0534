import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hash } from '@node-rs/argon2'
import { boundPepper, hashCost } from '../../src/platform/crypto/password.ts'
import { register, signIn } from '../support/people.ts'
import { assertRefused } from '../support/refusals.ts'
import { startTestService } from '../support/service.ts'
import { many, sql } from '../support/sql.ts'
import { startVariant } from '../support/variant.ts'

const service = await startTestService({}, { hashCost })
const { db, keys, passwords, later } = service.deps

const phcOf = async (userId: string) => {
  const [row] = await many<{ phc: string }>(db, sql`select phc from passwords where user_id = ${userId}`)
  return row!.phc
}

/** Somebody whose password was hashed when it was cheaper to do. */
const oldHand = async () => {
  const person = await register(service)
  const cheap = {
    memoryCost: 8_192,
    timeCost: 2,
    parallelism: 1,
    secret: boundPepper(keys[0], person.userId),
  }
  const phc = await hash(person.password, cheap)
  await db.run(sql`update passwords set phc = ${phc} where user_id = ${person.userId}`)
  return { ...person, phc }
}

/** A service that says when what it does after answers is done. */
const patient = async (changes: object = {}) => {
  const under: Promise<void>[] = []
  const variant = await startVariant(service, {
    ...changes,
    later: (work) => later((stopping) => under[under.push(work(stopping)) - 1]!),
  })
  return { ...variant, settled: () => Promise.all(under) }
}

test('a password hashed too cheaply is rehashed when it signs in', async () => {
  const person = await oldHand()
  const variant = await patient()
  assert.equal((await signIn(variant, person)).status, 200)
  await variant.settled()
  const phc = await phcOf(person.userId)
  assert.match(phc, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  assert.equal((await signIn(variant, person)).status, 200)
  await variant.settled()
  assert.equal(await phcOf(person.userId), phc, 'and only once')
})

test('a wrong password causes no rehash', async () => {
  const person = await oldHand()
  const variant = await patient()
  assertRefused(await signIn(variant, { ...person, password: 'wrong' }), 401, 'invalid_credentials')
  await variant.settled()
  assert.equal(await phcOf(person.userId), person.phc)
})

test('the answer does not wait for rehashing', async () => {
  const person = await oldHand()
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const slow = {
    ...passwords,
    hash: (password: string, userId: string) => held.then(() => passwords.hash(password, userId)),
  }
  const variant = await patient({ passwords: slow })
  assert.equal((await signIn(variant, person)).status, 200)
  assert.equal(await phcOf(person.userId), person.phc)
  release()
  await variant.settled()
  assert.notEqual(await phcOf(person.userId), person.phc)
})

test('a password changed in the meantime is not overwritten', async () => {
  const person = await oldHand()
  const changed = (await passwords.hash('another password', person.userId)).phc
  const late = {
    ...passwords,
    hash: async (password: string, userId: string) => {
      await db.run(sql`update passwords set phc = ${changed} where user_id = ${person.userId}`)
      return passwords.hash(password, userId)
    },
  }
  const variant = await patient({ passwords: late })
  assert.equal((await signIn(variant, person)).status, 200)
  await variant.settled()
  assert.equal(await phcOf(person.userId), changed)
})
