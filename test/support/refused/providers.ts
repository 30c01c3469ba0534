import { randomUUID } from 'node:crypto'
import { providerSignInsByAddress } from '../../../src/accounts/limits/rules.ts'
import { keysOf } from '../../../src/platform/keys-of.ts'
import { beginLink, browserOf, confirmLink, type Federated, followLink, startUrl } from '../federation.ts'
import { get } from '../http.ts'
import { exchange, newEmail, register, signIn, tokensOf } from '../people.ts'
import type { Faults } from '../provider.ts'
import { type Ask, as, operating, type RefusedCase, withSettings } from './case.ts'
import { changesCase } from './changes.ts'
import { clientThere, fromPlace, useUp } from './use-up.ts'

const password = 'another password of the tests'

/** Of sign-ins with a provider. */
export const providerCases = (service: Federated<'acme'>, ask: Ask): RefusedCase[] => {
  const operate = operating(ask)
  const { acme } = service.providers

  /** Somebody at the provider. */
  const newSubject = (claims: object = { email: newEmail(), email_verified: true }) => {
    const subject = randomUUID()
    acme.people.set(subject, claims as never)
    return subject
  }

  /** Goes to the provider and back, and stops where the service answers last. */
  const goThrough = async (subject: string, at: { address: string } = service) => {
    const begun = await fetch(startUrl(at, 'acme'), { redirect: 'manual' })
    const cookie = begun.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const { url } = await browserOf(subject, acme).open(
      begun.headers.get('location') ?? '',
      service.deps.config.publicUrl,
    )
    const answer = await fetch(at.address + url.pathname + url.search, {
      redirect: 'manual',
      headers: { cookie },
    })
    const back = new URL(answer.headers.get('location') ?? 'https://none.example')
    const { status, headers } = answer
    const text = back.href
    return { status: back.searchParams.has('error') ? 400 : status, headers, text, back }
  }

  const codeFor = async (subject: string) => (await goThrough(subject)).back.searchParams.get('code') ?? ''

  const linkCode = async (person: Awaited<ReturnType<typeof register>>, subject: string) => {
    const { body } = await beginLink(service, person, 'acme')
    return (await followLink(body.url, subject, acme)).code ?? ''
  }

  /** Begins a sign-in. A refusal leads back, with an error. */
  const start = async (
    at: { address: string },
    asked: Record<string, string> = {},
    headers: Record<string, string> = {},
  ) => {
    const answer = await fetch(startUrl(at, 'acme', asked), { redirect: 'manual', headers })
    const told = await answered(answer)
    return answer.headers.get('location')?.includes('error=') ? { ...told, status: 400 } : told
  }

  /** A provider whose answers are spoilt for a while. */
  const spoiling = (rule: RefusedCase['rule'], code: string, faults: Faults): RefusedCase => ({
    rule,
    code,
    provoke: async () => {
      const subject = newSubject()
      Object.assign(acme.faults, faults)
      const mend = async () => {
        for (const name of keysOf(faults)) delete acme.faults[name]
      }
      return { ask: () => goThrough(subject), lift: mend }
    },
  })

  const closedBy = (
    rule: RefusedCase['rule'],
    settings: Parameters<typeof withSettings>[1],
  ): RefusedCase => ({
    rule,
    code: 'access_denied',
    provoke: async () => {
      const closed = await withSettings(service, settings)
      const subject = newSubject()
      return { ask: () => goThrough(subject, closed), again: () => goThrough(subject) }
    },
  })

  const changes = changesCase(service)
  const someone = () => register(service)
  const withProvider = async () => {
    const person = await someone()
    await confirmLink(service, person, 'acme', { code: await linkCode(person, newSubject()) })
    return person
  }

  return [
    {
      rule: 'password.none',
      code: 'invalid_credentials',
      provoke: async () => {
        const email = newEmail()
        const tokens = tokensOf(
          await exchange(service, await codeFor(newSubject({ email, email_verified: true }))),
        )
        const { id: userId } = (await get(service, '/users/me', tokens.accessToken)).body
        const change = { password, passwordConfirmation: password }
        return {
          userId,
          ask: () => signIn(service, { email, password }),
          lift: () => as(service, tokens.accessToken)('PUT', '/users/me/password', change),
        }
      },
    },
    {
      rule: 'oauth_code.dead',
      code: 'invalid_credentials',
      provoke: async () => {
        const subject = newSubject()
        const { accessToken } = tokensOf(await exchange(service, await codeFor(subject)))
        const { id: userId } = (await get(service, '/users/me', accessToken)).body
        const code = await codeFor(subject)
        return {
          userId,
          ask: () => exchange(service, `${code.slice(0, -4)}AAAA`),
          again: () => exchange(service, code),
        }
      },
    },
    {
      rule: 'oauth_code.replayed',
      code: 'invalid_credentials',
      provoke: async () => {
        const subject = newSubject()
        const code = await codeFor(subject)
        const { accessToken } = tokensOf(await exchange(service, code))
        const { id: userId } = (await get(service, '/users/me', accessToken)).body
        return {
          userId,
          ask: () => exchange(service, code),
          again: async () => exchange(service, await codeFor(subject)),
        }
      },
    },
    {
      rule: 'provider_link.dead',
      code: 'invalid_code',
      provoke: async () => {
        const person = await register(service)
        const code = await linkCode(person, newSubject())
        return {
          userId: person.userId,
          ask: () => confirmLink(service, person, 'acme', { code: 'made up' }),
          again: () => confirmLink(service, person, 'acme', { code }),
        }
      },
    },
    {
      rule: 'identity.of_another',
      code: 'identity_taken',
      provoke: async () => {
        const [ada, grace] = [await register(service), await register(service)]
        const subject = newSubject()
        await confirmLink(service, ada, 'acme', { code: await linkCode(ada, subject) })
        const link = async () => confirmLink(service, grace, 'acme', { code: await linkCode(grace, subject) })
        return {
          userId: grace.userId,
          ask: link,
          lift: () => operate('DELETE', `/users/${ada.userId}/identities/acme`),
        }
      },
    },
    {
      rule: 'identity.linked',
      code: 'already_linked',
      provoke: async () => {
        const person = await register(service)
        let tokens = person
        await confirmLink(service, person, 'acme', { code: await linkCode(person, newSubject()) })
        const link = async () =>
          confirmLink(service, tokens, 'acme', { code: await linkCode(tokens, newSubject()) })
        return {
          userId: person.userId,
          ask: link,
          lift: async () => {
            await operate('DELETE', `/users/${person.userId}/identities/acme`)
            tokens = { ...person, ...tokensOf(await signIn(service, person)) }
          },
        }
      },
    },
    {
      rule: 'provider.address_unproven',
      code: 'account_exists',
      provoke: async () => {
        const { email, userId } = await register(service)
        const subject = newSubject({ email, email_verified: false })
        return {
          userId,
          ask: () => goThrough(subject),
          lift: async () => void acme.people.set(subject, { email, email_verified: true } as never),
        }
      },
    },
    {
      rule: 'provider.account_blocked',
      code: 'account_exists',
      provoke: async () => {
        const { email, userId } = await register(service)
        await operate('PUT', `/users/${userId}/disabled`)
        const subject = newSubject({ email, email_verified: true })
        return {
          userId,
          ask: () => goThrough(subject),
          lift: () => operate('DELETE', `/users/${userId}/disabled`),
        }
      },
    },
    {
      rule: 'provider.no_address',
      code: 'email_required',
      provoke: async () => {
        const subject = newSubject({})
        return {
          ask: () => goThrough(subject),
          lift: async () =>
            void acme.people.set(subject, { email: newEmail(), email_verified: true } as never),
        }
      },
    },
    {
      rule: 'provider.other_identity',
      code: 'account_exists',
      provoke: async () => {
        const claims = { email: newEmail(), email_verified: true }
        const { accessToken } = tokensOf(await exchange(service, await codeFor(newSubject(claims))))
        const { id: userId } = (await get(service, '/users/me', accessToken)).body
        const subject = newSubject(claims)
        const change = { password, passwordConfirmation: password }
        return {
          userId,
          ask: () => goThrough(subject),
          lift: async () => {
            await as(service, accessToken)('PUT', '/users/me/password', change)
            await operate('DELETE', `/users/${userId}/identities/acme`)
          },
        }
      },
    },
    {
      rule: 'provider.denied',
      code: 'access_denied',
      // the provider's test server takes it for somebody who presses "cancel"
      provoke: async () => ({ ask: () => goThrough('nobody'), again: () => goThrough(newSubject()) }),
    },
    spoiling('provider.untrusted', 'server_error', { idToken: () => 'no token' }),
    spoiling('provider.away', 'temporarily_unavailable', {
      answer: ({ url = '' }, response) => {
        if (!url.startsWith('/token')) return false
        response.destroy()
        return true
      },
    }),
    closedBy('registration.closed', { registration: 'closed' }),
    closedBy('registration.invited', { registration: 'invited' }),
    closedBy('registration.domain', { registrationDomains: ['acme.example'] }),
    {
      rule: 'request.malformed',
      code: 'bad_request',
      provoke: async () => ({
        ask: () => start(service, { state: 'a\tb' }),
        again: () => start(service, { state: 'ab' }),
      }),
    },
    {
      rule: 'limit.provider_sign_ins',
      code: 'too_many_attempts',
      provoke: async () => {
        const lift = await useUp(service, providerSignInsByAddress(clientThere)[0])
        return { ask: () => start(service, {}, fromPlace.headers), lift }
      },
    },
    changes('identity', someone, (person) => beginLink(service, person, 'acme')),
    changes('unlinking', withProvider, (person) =>
      as(service, person.accessToken)('DELETE', `/users/${person.userId}/identities/acme`),
    ),
    {
      rule: 'redirect.unknown',
      code: 'bad_request',
      provoke: async () => {
        const elsewhere = 'https://other.example.com/back'
        const asked = { redirect_uri: elsewhere }
        const oauthRedirectUris = [...service.deps.config.oauthRedirectUris, elsewhere]
        return {
          ask: () => start(service, asked),
          again: async () => start(await withSettings(service, { oauthRedirectUris }), asked),
        }
      },
    },
    {
      rule: 'browser_sign_in.lost',
      code: 'bad_request',
      provoke: async () => {
        const subject = newSubject()
        return {
          ask: () =>
            fetch(`${service.address}/auth/oauth/acme/callback?state=made-up&code=x`, {
              redirect: 'manual',
            }).then(answered),
          again: () => goThrough(subject),
        }
      },
    },
  ]
}

const answered = async (answer: Response) => ({
  status: answer.status,
  headers: answer.headers,
  text: await answer.text(),
})
