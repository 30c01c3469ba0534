import { changeEmail, registerProven } from '../address-change.ts'
import { get, post } from '../http.ts'
import type { Mailing } from '../mailing.ts'
import { newEmail, refresh, register, signIn, tokensOf, tryToRegister } from '../people.ts'
import { reset, resetToken } from '../reset.ts'
import { shiftRows } from '../time.ts'
import { type Ask, as, operating, type RefusedCase, withSettings } from './case.ts'

const other = 'another password of the tests'

/** From the network, where addresses are counted. */
const headers = { 'x-forwarded-for': '203.0.113.77' }

/** Of passwords, registration, links and tokens. */
export const signInCases = (service: Mailing, ask: Ask): RefusedCase[] => {
  const operate = operating(ask)
  return [
    {
      rule: 'password.wrong',
      code: 'invalid_credentials',
      provoke: async () => {
        const person = await register(service)
        const change = { currentPassword: person.password, password: other, passwordConfirmation: other }
        return {
          userId: person.userId,
          ask: () => signIn(service, { ...person, password: other }),
          lift: () => as(service, person.accessToken)('PUT', '/users/me/password', change),
        }
      },
    },
    {
      rule: 'account.unknown',
      code: 'invalid_credentials',
      provoke: async () => {
        const person = { email: newEmail(), password: other }
        return { ask: () => signIn(service, person), lift: () => register(service, person) }
      },
    },
    {
      rule: 'account.blocked',
      code: 'invalid_credentials',
      provoke: async () => {
        const person = await register(service)
        await operate('PUT', `/users/${person.userId}/disabled`)
        return {
          userId: person.userId,
          ask: () => signIn(service, person),
          lift: () => operate('DELETE', `/users/${person.userId}/disabled`),
        }
      },
    },
    {
      rule: 'link.dead',
      code: 'invalid_credentials',
      provoke: async () => {
        const { email, userId } = await register(service)
        const spent = await resetToken(service, email)
        await reset(service, spent, other)
        let token = spent
        return {
          userId,
          ask: () => reset(service, token, other),
          lift: async () => {
            token = await resetToken(service, email)
          },
        }
      },
    },
    {
      rule: 'link.dead',
      code: 'invalid_credentials',
      provoke: async () => {
        const person = await registerProven(service)
        const { undoToken } = await changeEmail(service, person)
        await post(service, '/auth/email/undo', { token: undoToken })
        return { userId: person.userId, ask: () => post(service, '/auth/email/undo', { token: undoToken }) }
      },
    },
    {
      rule: 'refresh_token.dead',
      code: 'invalid_credentials',
      provoke: async () => {
        const person = await register(service)
        await as(service, person.accessToken)('POST', '/auth/logout')
        let token = person.refreshToken
        return {
          userId: person.userId,
          ask: () => refresh(service, token),
          lift: async () => {
            token = tokensOf(await signIn(service, person)).refreshToken
          },
        }
      },
    },
    {
      rule: 'refresh_token.reused',
      code: 'invalid_credentials',
      provoke: async () => {
        const person = await register(service)
        const next = tokensOf(await refresh(service, person.refreshToken))
        await refresh(service, next.refreshToken)
        let token = person.refreshToken
        return {
          userId: person.userId,
          ask: () => refresh(service, token),
          lift: async () => {
            token = tokensOf(await signIn(service, person)).refreshToken
          },
        }
      },
    },
    {
      rule: 'address.unconfirmed',
      code: 'email_unverified',
      provoke: async () => {
        const strict = await withSettings(service, { emailVerification: 'required' })
        const person = await register(service)
        return {
          userId: person.userId,
          ask: () => signIn(strict, person),
          lift: () => operate('PUT', `/users/${person.userId}/email-verified`),
        }
      },
    },
    {
      rule: 'address.unconfirmed',
      code: 'email_unverified',
      provoke: async () => {
        const strict = await withSettings(service, { emailVerification: 'required' })
        const person = { email: newEmail(), password: other }
        const { accessToken } = tokensOf(await tryToRegister(strict, person), 201)
        const [{ id: userId }] = (await ask('GET', `/users?email=${person.email}`)).body.users
        return {
          userId,
          ask: () => get(strict, '/users/me/export', accessToken),
          lift: () => operate('PUT', `/users/${userId}/email-verified`),
        }
      },
    },
    ...closedBy('registration.closed', { registration: 'closed' }),
    ...closedBy('registration.invited', { registration: 'invited' }),
    ...closedBy('registration.domain', { registrationDomains: ['acme.example'] }),
    {
      rule: 'field.wrong',
      code: 'invalid_fields',
      provoke: async () => {
        const person = await register(service)
        const change = (password: string) =>
          as(service, person.accessToken)('PUT', '/users/me/password', {
            currentPassword: person.password,
            password,
            passwordConfirmation: password,
          })
        return { userId: person.userId, ask: () => change('short'), again: () => change(other) }
      },
    },
    {
      rule: 'address.confirmed',
      code: 'already_verified',
      provoke: async () => {
        const person = await registerProven(service)
        const path = `/users/${person.userId}/email/verification`
        return { userId: person.userId, ask: () => as(service, person.accessToken)('POST', path) }
      },
    },
    {
      rule: 'proof.too_old',
      code: 'reauthentication_required',
      provoke: async () => {
        const person = await register(service)
        const { userId, password } = person
        await shiftRows(service, 16 * 60)
        const { accessToken } = tokensOf(await refresh(service, person.refreshToken))
        const asPerson = as(service, accessToken)
        const email = newEmail()
        return {
          userId,
          ask: () => asPerson('POST', `/users/${userId}/email`, { email }),
          lift: () => asPerson('POST', '/auth/proof', { method: 'password', password }),
        }
      },
    },
    {
      rule: 'token.dead',
      code: 'unauthorized',
      provoke: async () => {
        const person = await register(service)
        let token = person.accessToken
        await as(service, token)('POST', '/auth/logout')
        return {
          ask: () => get(service, '/users/me', token),
          lift: async () => {
            token = tokensOf(await signIn(service, person)).accessToken
          },
        }
      },
    },
  ]

  function closedBy(rule: RefusedCase['rule'], settings: Parameters<typeof withSettings>[1]): RefusedCase[] {
    return [
      {
        rule,
        code: 'registration_closed',
        provoke: async () => {
          const person = { email: newEmail(), password: other }
          const closed = await withSettings(service, settings)
          return {
            ask: () => tryToRegister(closed, person),
            again: () => tryToRegister(service, person),
          }
        },
      },
    ]
  }
}

/** Of what is counted. */
export const limitCases = (service: Mailing, ask: Ask): RefusedCase[] => {
  const operate = operating(ask)
  const byAddress = (
    rule: RefusedCase['rule'],
    settings: Parameters<typeof withSettings>[1],
    work: (at: { address: string }) => ReturnType<typeof signIn>,
  ): RefusedCase => ({
    rule,
    code: 'too_many_attempts',
    provoke: async () => {
      const limited = await withSettings(service, settings)
      await work(limited)
      return { ask: () => work(limited), again: () => work(service) }
    },
  })
  return [
    {
      rule: 'limit.password',
      code: 'too_many_attempts',
      provoke: async () => {
        const person = await register(service)
        for (let nth = 0; nth < 13; nth++) await signIn(service, { ...person, password: other })
        return {
          userId: person.userId,
          ask: () => signIn(service, person),
          lift: () => operate('DELETE', `/users/${person.userId}/locks`),
        }
      },
    },
    {
      rule: 'limit.verification_mails',
      code: 'too_many_attempts',
      provoke: async () => {
        const person = await register(service)
        const path = `/users/${person.userId}/email/verification`
        let { accessToken } = person
        const ask = () => as(service, accessToken)('POST', path)
        for (let nth = 0; nth < 3; nth++) await ask()
        return {
          userId: person.userId,
          ask,
          lift: async () => {
            await shiftRows(service, 3_600)
            accessToken = tokensOf(await signIn(service, person)).accessToken
          },
        }
      },
    },
    {
      rule: 'limit.exports',
      code: 'too_many_attempts',
      provoke: async () => {
        const person = await register(service)
        const ask = () => get(service, '/users/me/export', tokens.accessToken)
        let tokens = person
        for (let nth = 0; nth < 10; nth++) await ask()
        return {
          userId: person.userId,
          ask,
          lift: async () => {
            await shiftRows(service, 3_600)
            tokens = { ...person, ...tokensOf(await signIn(service, person)) }
          },
        }
      },
    },
    {
      rule: 'limit.failures',
      code: 'too_many_attempts',
      provoke: async () => {
        const person = await register(service)
        const limited = await withSettings(service, { failuresPerAddress: 1 })
        await signIn(limited, { email: newEmail(), password: other }, { headers })
        return {
          userId: person.userId,
          ask: () => signIn(limited, person, { headers }),
          again: () => signIn(service, person, { headers }),
        }
      },
    },
    byAddress('limit.registrations', { registrationsPerHour: 1 }, (at) =>
      tryToRegister(at, { email: newEmail(), password: other }, { headers }),
    ),
    {
      rule: 'limit.sign_ins',
      code: 'too_many_attempts',
      provoke: async () => {
        const person = await register(service)
        const limited = await withSettings(service, { signInsPerAddress: 1 })
        await signIn(limited, person, { headers })
        return {
          userId: person.userId,
          ask: () => signIn(limited, person, { headers }),
          again: () => signIn(service, person, { headers }),
        }
      },
    },
  ]
}
