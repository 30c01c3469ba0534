import assert from 'node:assert/strict'
import { test } from 'node:test'
import { normalTypedCode } from '../../src/platform/crypto/typed-code.ts'
import { get, post, send } from '../support/http.ts'
import { register, tokensOf } from '../support/people.ts'
import { dumpRows } from '../support/rows.ts'
import {
  answerChallenge,
  begin,
  challengeFor,
  confirm,
  registerGuarded,
  settingsOf,
  wrongCode,
} from '../support/second-factor.ts'
import { sharedService } from '../support/service.ts'

const service = await sharedService()

test('secrets, codes and challenges are shown once, and appear in no log, event, row or later answer', async () => {
  const pending = await register(service)
  const { enrolment } = await begin(service, pending)
  const person = await registerGuarded(service)
  const { accessToken: token } = person
  const challenge = await challengeFor(service, person)
  const [confirmed, wrong, used] = [person.code(-1), wrongCode(person), person.code()]
  await answerChallenge(service, challenge, wrong)
  tokensOf(await answerChallenge(service, challenge, used))
  const later = [
    await get(service, settingsOf(person), token),
    await get(service, settingsOf(pending), pending.accessToken),
    await confirm(service, person, person.code(1)),
    await post(service, settingsOf(person), {}, { token }),
    await get(service, '/users/me', token),
    await get(service, `/users/${person.userId}/sessions`, token),
  ]
  const renewed = await post(
    service,
    `${settingsOf(person)}/backup-codes`,
    { code: person.code(1) },
    { token },
  )
  await send(service, 'DELETE', settingsOf(person), { token, body: { code: 'not a code' } })

  const raw = Buffer.from(person.secret)
  const codes: string[] = [...person.backup, ...renewed.body.backup]
  const told = [
    enrolment.secret,
    ...[raw.toString('hex'), raw.toString('base64'), raw.toString('base64url')],
    ...codes.flatMap((code) => [code, normalTypedCode(code)]),
    ...[challenge, Buffer.from(challenge.slice(6), 'base64url').toString('hex')],
  ]
  const places = {
    'the log': service.logs.join(''),
    'the database': await dumpRows(service),
    'a later answer': later.map(({ text }) => text).join(''),
  }
  for (const [place, text] of Object.entries(places)) {
    for (const secret of told)
      assert.ok(!text.toLowerCase().includes(secret.toLowerCase()), `${secret} stands in ${place}`)
  }
  // six digits may turn up by chance in a duration, an id or a digest: they are looked for apart from such
  for (const [place, text] of Object.entries(places)) {
    for (const code of [confirmed, wrong, used, person.code(1)])
      assert.doesNotMatch(text, new RegExp(`(?<![\\da-f.])${code}(?![\\da-f])`, 'i'), `in ${place}`)
  }
})
