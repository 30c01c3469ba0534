import { randomUUID } from 'node:crypto'
import { beginLink, browserOf, confirmLink, type Federated, followLink, startUrl } from '../federation.ts'
import { get } from '../http.ts'
import { exchange, newEmail, register, signIn, tokensOf } from '../people.ts'
import { type Ask, as, operating, type RefusedCase, withSettings } from './case.ts'

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
      rule: 'registration.closed',
      code: 'access_denied',
      provoke: async () => {
        const closed = await withSettings(service, { registration: 'closed' })
        const subject = newSubject()
        return { ask: () => goThrough(subject, closed), again: () => goThrough(subject) }
      },
    },
    {
      rule: 'redirect.unknown',
      code: 'bad_request',
      provoke: async () => {
        const elsewhere = 'https://other.example.com/back'
        const start = (at: { address: string }) =>
          fetch(startUrl(at, 'acme', { redirect_uri: elsewhere }), { redirect: 'manual' }).then(answered)
        const oauthRedirectUris = [...service.deps.config.oauthRedirectUris, elsewhere]
        return {
          ask: () => start(service),
          again: async () => start(await withSettings(service, { oauthRedirectUris })),
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
