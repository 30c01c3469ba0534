import { newPasskey } from '../../../src/test-mode/authenticator.ts'
import { get, post, send } from '../http.ts'
import type { Mailing } from '../mailing.ts'
import {
  addPasskey,
  askFor,
  beginPasskey,
  confirmPasskey,
  newOwnPasskey,
  passkeysOf,
  proofBy,
  sendAssertion,
  signInBy,
} from '../passkeys.ts'
import { register, signIn, tokensOf } from '../people.ts'
import { proveFactor } from '../proof.ts'
import {
  answerChallenge,
  appOf,
  begin,
  challengeFor,
  confirm,
  enrol,
  registerGuarded,
  settingsOf,
  wrongCode,
} from '../second-factor.ts'
import { sql } from '../sql.ts'
import { type Ask, as, operating, type RefusedCase, withSettings } from './case.ts'

/** Of apps, codes and passkeys. */
export const secondFactorCases = (service: Mailing, ask: Ask): RefusedCase[] => {
  const operate = operating(ask)
  const appsOf = ({ userId }: { userId: string }) => `/users/${userId}/authenticators`
  const removeFactor = ({ userId }: { userId: string }) => operate('DELETE', `/users/${userId}/second-factor`)
  return [
    {
      rule: 'second_factor.required',
      code: 'two_factor_required',
      provoke: async () => {
        const person = await registerGuarded(service)
        return {
          userId: person.userId,
          ask: () => signIn(service, person),
          lift: () => removeFactor(person),
        }
      },
    },
    {
      rule: 'second_factor.missing',
      code: 'two_factor_enrolment_required',
      provoke: async () => {
        const person = await register(service)
        const strict = await withSettings(service, { twoFactor: 'required' })
        return {
          userId: person.userId,
          ask: () => signIn(strict, person),
          again: () => signIn(service, person),
        }
      },
    },
    {
      rule: 'challenge.dead',
      code: 'invalid_challenge',
      provoke: async () => {
        const person = await registerGuarded(service)
        let challenge = await challengeFor(service, person)
        await answerChallenge(service, challenge, person.backup.pop()!)
        return {
          userId: person.userId,
          ask: () => answerChallenge(service, challenge, person.backup.pop()!),
          lift: async () => {
            challenge = await challengeFor(service, person)
          },
        }
      },
    },
    {
      rule: 'second_factor.wrong',
      code: 'wrong_code',
      provoke: async () => {
        const person = await registerGuarded(service)
        const challenge = await challengeFor(service, person)
        return {
          userId: person.userId,
          ask: () => answerChallenge(service, challenge, wrongCode(person)),
          again: () => answerChallenge(service, challenge, person.code()),
        }
      },
    },
    {
      rule: 'second_factor.used',
      code: 'wrong_code',
      provoke: async () => {
        const person = await registerGuarded(service)
        await answerChallenge(service, await challengeFor(service, person), person.code())
        const challenge = await challengeFor(service, person)
        return {
          userId: person.userId,
          ask: () => answerChallenge(service, challenge, person.code()),
          lift: async () => {
            service.clock.nowMs += 30_000
          },
        }
      },
    },
    {
      rule: 'limit.second_factor',
      code: 'too_many_attempts',
      provoke: async () => {
        const person = await registerGuarded(service)
        const first = await challengeFor(service, person)
        for (let nth = 0; nth < 5; nth++) await answerChallenge(service, first, wrongCode(person))
        const challenge = await challengeFor(service, person)
        return {
          userId: person.userId,
          ask: () => answerChallenge(service, challenge, person.backup[0]!),
          lift: () => operate('DELETE', `/users/${person.userId}/locks`),
        }
      },
    },
    {
      rule: 'setup.wrong_code',
      code: 'wrong_code',
      provoke: async () => {
        const person = await register(service)
        const { code } = await begin(service, person)
        return {
          userId: person.userId,
          ask: () => confirm(service, person, wrongCode({ code })),
          again: () => confirm(service, person, code()),
        }
      },
    },
    {
      rule: 'code.malformed',
      code: 'invalid_code',
      provoke: async () => {
        const person = await register(service)
        const { code } = await begin(service, person)
        return {
          userId: person.userId,
          ask: () => confirm(service, person, '12345'),
          again: () => confirm(service, person, code()),
        }
      },
    },
    {
      rule: 'second_factor.on',
      code: 'already_configured',
      provoke: async () => {
        const person = await registerGuarded(service)
        let { accessToken } = person
        return {
          userId: person.userId,
          ask: () => as(service, accessToken)('POST', settingsOf(person)),
          lift: async () => {
            await removeFactor(person)
            accessToken = tokensOf(await signIn(service, person)).accessToken
          },
        }
      },
    },
    {
      rule: 'setup.expired',
      code: 'not_started',
      provoke: async () => {
        const person = await register(service)
        let code = () => '123456'
        return {
          userId: person.userId,
          ask: () => confirm(service, person, code()),
          lift: async () => {
            code = (await begin(service, person)).code
          },
        }
      },
    },
    {
      rule: 'second_factor.off',
      code: 'not_configured',
      provoke: async () => {
        const person = await register(service)
        let body = { code: '000000' }
        return {
          userId: person.userId,
          ask: () => as(service, person.accessToken)('DELETE', settingsOf(person), body),
          lift: async () => {
            body = { code: (await enrol(service, person)).code() }
          },
        }
      },
    },
    {
      rule: 'second_factor.not_sent',
      code: 'factor_required',
      provoke: async () => {
        const person = await registerGuarded(service)
        const add = (body: object) => as(service, person.accessToken)('POST', appsOf(person), body)
        return {
          userId: person.userId,
          ask: () => add({ name: 'other' }),
          again: () => add({ name: 'other', code: person.code() }),
        }
      },
    },
    {
      rule: 'authenticators.most',
      code: 'too_many_authenticators',
      provoke: async () => {
        const person = await registerGuarded(service)
        const [{ id }] = (await ask('GET', appsOf(person))).body
        const asPerson = as(service, person.accessToken)
        const add = () => asPerson('POST', appsOf(person), { name: 'another', code: person.backup.pop() })
        for (let nth = 0; nth < 4; nth++) {
          const { code } = appOf(service, (await add()).body.secret)
          await asPerson('PATCH', appsOf(person), { code: code() })
        }
        return {
          userId: person.userId,
          ask: add,
          lift: () => operate('DELETE', `${appsOf(person)}/${id}`),
        }
      },
    },
    {
      rule: 'authenticator.last',
      code: 'last_authenticator',
      provoke: async () => {
        const person = await registerGuarded(service)
        const [{ id }] = (await ask('GET', appsOf(person))).body
        const asPerson = as(service, person.accessToken)
        await proveFactor(service, person)
        return {
          userId: person.userId,
          ask: () => asPerson('DELETE', `${appsOf(person)}/${id}`),
          again: () => asPerson('DELETE', settingsOf(person), { code: person.backup.pop() }),
        }
      },
    },
    {
      rule: 'second_factor.policy',
      code: 'second_factor_needed',
      provoke: async () => {
        const person = await registerGuarded(service)
        const strict = await withSettings(service, { twoFactor: 'required' })
        const turnOff = (at: { address: string }) =>
          as(at, person.accessToken)('DELETE', settingsOf(person), { code: person.backup.pop() })
        return { userId: person.userId, ask: () => turnOff(strict), again: () => turnOff(service) }
      },
    },
    {
      rule: 'passkey.unusable',
      code: 'passkey_refused',
      provoke: async () => {
        const person = await register(service)
        const send = async (passkey: ReturnType<typeof newPasskey>) =>
          confirmPasskey(service, person, passkey.create(await beginPasskey(service, person)))
        return {
          userId: person.userId,
          ask: () => send(newPasskey({ origin: 'https://evil.example' })),
          again: () => send(newOwnPasskey()),
        }
      },
    },
    {
      rule: 'passkey.second_factor_only',
      code: 'passkey_refused',
      provoke: async () => {
        const person = await register(service)
        const passkey = newOwnPasskey({ isVerified: false, isResident: false })
        const { added } = await addPasskey(service, person, { passkey, asSecondFactor: true })
        const path = `${passkeysOf(person)}/${added.id}`
        const asPerson = as(service, person.accessToken)
        return {
          userId: person.userId,
          ask: () => asPerson('PATCH', path, { asSecondFactor: false }),
          again: async () => asPerson('DELETE', path, await proofBy(service, person, passkey)),
        }
      },
    },
    {
      rule: 'passkey.known',
      code: 'passkey_known',
      provoke: async () => {
        const person = await register(service)
        const { passkey, added } = await addPasskey(service, person)
        const add = async () =>
          confirmPasskey(service, person, passkey.create(await beginPasskey(service, person)))
        return {
          userId: person.userId,
          ask: add,
          lift: () => operate('DELETE', `${passkeysOf(person)}/${added.id}`),
          again: async () => {
            const { accessToken } = tokensOf(await signIn(service, person))
            const begun = await beginPasskey(service, { ...person, accessToken })
            return confirmPasskey(service, { ...person, accessToken }, passkey.create(begun))
          },
        }
      },
    },
    {
      rule: 'passkeys.most',
      code: 'too_many_passkeys',
      provoke: async () => {
        const person = await register(service)
        const { added } = await addPasskey(service, person)
        await service.deps.db.run(sql`
          insert into passkeys (user_id, credential_id, id, public_key, algorithm, sign_count, transports, aaguid, name,
            is_backup_eligible, is_backed_up, signs_in, is_discoverable)
          select user_id, int8send(n), gen_random_uuid(), public_key, algorithm, 0, transports, aaguid, name, true, true, true, true
          from passkeys, generate_series(1, 19) as n
          where user_id = ${person.userId}`)
        const ask = async (token = person.accessToken) => post(service, passkeysOf(person), {}, { token })
        return {
          userId: person.userId,
          ask,
          lift: () => operate('DELETE', `${passkeysOf(person)}/${added.id}`),
          again: async () => ask(tokensOf(await signIn(service, person)).accessToken),
        }
      },
    },
    {
      rule: 'passkey.wrong',
      code: 'invalid_credentials',
      provoke: async () => {
        const person = await register(service)
        const { passkey } = await addPasskey(service, person)
        const stranger = newOwnPasskey()
        stranger.create(await beginPasskey(service, person))
        return {
          ask: () => signInBy(service, stranger),
          again: () => signInBy(service, passkey),
        }
      },
    },
    {
      rule: 'passkey.replayed',
      code: 'invalid_credentials',
      provoke: async () => {
        const person = await register(service)
        const { passkey } = await addPasskey(service, person)
        const credential = passkey.get(await askFor(service))
        await sendAssertion(service, credential)
        return {
          userId: person.userId,
          ask: () => sendAssertion(service, credential),
          again: () => signInBy(service, passkey),
        }
      },
    },
    {
      rule: 'path.unknown',
      code: 'not_found',
      provoke: async () => {
        const [person, another] = [await register(service), await register(service)]
        const show = (id: string) => get(service, `/users/${id}/export`, person.accessToken)
        return {
          userId: person.userId,
          ask: () => show(another.userId),
          again: () => show(person.userId),
        }
      },
    },
    {
      rule: 'way_in.last',
      code: 'last_way_in',
      provoke: async () => {
        const person = await register(service)
        const { added } = await addPasskey(service, person)
        await service.deps.db.run(sql`delete from passwords where user_id = ${person.userId}`)
        const asPerson = as(service, person.accessToken)
        const password = 'another password of the tests'
        return {
          userId: person.userId,
          ask: () =>
            send(service, 'DELETE', `${passkeysOf(person)}/${added.id}`, { token: person.accessToken }),
          lift: () => asPerson('PUT', '/users/me/password', { password, passwordConfirmation: password }),
        }
      },
    },
  ]
}
