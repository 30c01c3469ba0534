import assert from 'node:assert/strict'
import { test } from 'node:test'
import { get, send } from '../support/http.ts'
import { type Person, register } from '../support/people.ts'
import { begin, registerGuarded, settingsOf } from '../support/second-factor.ts'
import { sharedService } from '../support/service.ts'
import { sql } from '../support/sql.ts'
import { shiftRows } from '../support/time.ts'

const service = await sharedService()
const off = {
  enabled: false,
  confirmedAt: null,
  methods: [],
  backupCodesLeft: 0,
  pendingUntil: null,
  removesAt: null,
}

const settings = async (person: Person) => (await get(service, settingsOf(person), person.accessToken)).body

test('a new account has neither a second factor nor a pending one', async () => {
  assert.deepEqual(await settings(await register(service)), off)
})

test('a pending setup is shown for ten minutes, and then no more', async () => {
  const person = await register(service)
  const { enrolment } = await begin(service, person)
  assert.equal((await settings(person)).pendingUntil, enrolment.expiresAt)
  await shiftRows(service, 10 * 60 - 5)
  assert.notEqual((await settings(person)).pendingUntil, null)
  await shiftRows(service, 6)
  assert.deepEqual(await settings(person), off)
})

test('each backup code spent is one fewer, and without any left only the app is a method', async () => {
  const person = await registerGuarded(service)
  await service.deps.db.run(sql`
    update backup_codes
    set spent_at = now()
    where user_id = ${person.userId}
      and digest in (select digest from backup_codes where user_id = ${person.userId} limit 3)`)
  assert.equal((await settings(person)).backupCodesLeft, 7)
  await service.deps.db.run(
    sql`update backup_codes set spent_at = least(spent_at, now()) where user_id = ${person.userId}`,
  )
  const { enabled, methods, backupCodesLeft } = await settings(person)
  assert.deepEqual(
    { enabled, methods, backupCodesLeft },
    { enabled: true, methods: ['totp'], backupCodesLeft: 0 },
  )
})

test('after switching off, the settings are those of a new account', async () => {
  const person = await registerGuarded(service)
  const token = person.accessToken
  const switchedOff = await send(service, 'DELETE', settingsOf(person), {
    token,
    body: { code: person.code() },
  })
  assert.equal(switchedOff.status, 204)
  assert.deepEqual(await settings(person), off)
})
