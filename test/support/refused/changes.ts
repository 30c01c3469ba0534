import { changesOf } from '../../../src/accounts/limits/rules.ts'
import type { LimitedChange } from '../../../src/platform/metrics/limit-names.ts'
import type { Mailing } from '../mailing.ts'
import { passkeysOf } from '../passkeys.ts'
import { type Person, register, signIn, tokensOf } from '../people.ts'
import { alongCode } from '../proof.ts'
import { begin, confirm, type Guarded, registerGuarded, settingsOf, wrongCode } from '../second-factor.ts'
import type { TestService } from '../service.ts'
import { as, type Provoked, type RefusedCase } from './case.ts'
import { useUp } from './use-up.ts'

const code = 'too_many_attempts'

/** Of what owners can do only so many times an hour. */
export const changesCase =
  (service: TestService) =>
  <Someone extends Person>(
    kind: LimitedChange,
    newPerson: () => Promise<Someone>,
    change: (person: Someone) => ReturnType<Provoked['ask']>,
  ): RefusedCase => ({
    rule: `limit.${kind.replace(/[ -]/, '_')}_changes` as RefusedCase['rule'],
    code,
    provoke: async () => {
      const person = await newPerson()
      const lift = await useUp(service, changesOf(person.userId, kind))
      return { userId: person.userId, ask: () => change(person), lift }
    },
  })

/** Of what people change of their own accounts. */
export const changeLimitCases = (service: Mailing): RefusedCase[] => {
  const changes = changesCase(service)
  const someone = () => register(service)
  const password = 'another password of the tests'
  return [
    changes('two-factor', someone, (person) => as(service, person.accessToken)('POST', settingsOf(person))),
    changes('passkey', someone, (person) => as(service, person.accessToken)('POST', passkeysOf(person), {})),
    changes(
      'backup code',
      () => registerGuarded(service),
      (person: Guarded) =>
        as(service, person.accessToken)('POST', `${settingsOf(person)}/backup-codes`, alongCode(person)),
    ),
    changes('password', someone, (person) =>
      as(service, person.accessToken)('PUT', '/users/me/password', {
        currentPassword: person.password,
        password,
        passwordConfirmation: password,
      }),
    ),
    changes('closing', someone, ({ accessToken, userId, password }) =>
      as(service, accessToken)('DELETE', `/users/${userId}`, { password }),
    ),
    changes('session', someone, ({ accessToken }) =>
      as(service, accessToken)('DELETE', '/users/me/sessions'),
    ),
    {
      rule: 'limit.enrolment',
      code,
      provoke: async () => {
        const person = await register(service)
        const app = await begin(service, person)
        for (let nth = 0; nth < 5; nth++) await confirm(service, person, wrongCode(app))
        let known: Person = person
        let own = app.code
        return {
          userId: person.userId,
          ask: () => confirm(service, known, own()),
          // its waits are of the session that sets it up
          lift: async () => {
            known = { ...person, ...tokensOf(await signIn(service, person)) }
            own = (await begin(service, known)).code
          },
        }
      },
    },
  ]
}
