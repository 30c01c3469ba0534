import { createHash } from 'node:crypto'
import { feedAll } from '../feed.ts'
import { get, post, send } from '../http.ts'
import { linkIn, type Mailing, nextMail } from '../mailing.ts'
import { newOperator } from '../operators.ts'
import { openPage, sendForm } from '../pages.ts'
import { newEmail, refresh, register, signIn } from '../people.ts'
import { forgot } from '../reset.ts'
import { newServiceKey } from '../service-keys.ts'
import { sql } from '../sql.ts'
import { type Ask, type RefusedCase, reason } from './case.ts'

/** Of requests as such, of forms, and of other services' keys. */
export const requestCases = (service: Mailing, ask: Ask): RefusedCase[] => {
  const mailed = async () => {
    const { email } = await register(service)
    await forgot(service, email)
    return linkIn(await nextMail(service, email, 'new password'))
  }
  const password = 'another password of the tests'
  const typed = { password, passwordConfirmation: password }
  const plain = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(service.address + path, { redirect: 'manual', ...init })
    return { status: answer.status, headers: answer.headers, text: await answer.text() }
  }
  /** Makes the database answer so for a person's new sessions, until it is undone. */
  const breaking =
    (error: string): RefusedCase['provoke'] =>
    async () => {
      const person = await register(service)
      const name = `breaks_${createHash('sha256').update(person.userId).digest('hex').slice(0, 20)}`
      await service.deps.db.script(`
      create function ${name}() returns trigger language plpgsql as $$ begin
        raise exception 'broken by a test' using errcode = '${error}';
      end $$;
      create trigger ${name} before insert on sessions
      for each row when (new.user_id = '${person.userId}') execute function ${name}()`)
      return {
        ask: () => signIn(service, person),
        lift: () => service.deps.db.script(`drop trigger ${name} on sessions; drop function ${name}()`),
      }
    }
  return [
    {
      rule: 'request.malformed',
      code: 'bad_request',
      provoke: async () => {
        const { userId, accessToken } = await register(service)
        return {
          userId,
          ask: () => get(service, '/users/me/events?limit=none', accessToken),
          again: () => get(service, '/users/me/events?limit=1', accessToken),
        }
      },
    },
    {
      rule: 'cookie.not_kept',
      code: 'bad_request',
      provoke: async () => {
        const person = await register(service)
        const page = await plain('/account/sign-in')
        const cookie = page.headers.getSetCookie()[0]?.split(';')[0] ?? ''
        const submit = (cookie: string) => {
          const press = /name="press" value="([\w-]+)"/.exec(page.text)?.[1] ?? ''
          const { email, password } = person
          return plain('/account/sign-in', {
            method: 'POST',
            headers: { origin: service.deps.config.publicUrl ?? '', cookie },
            body: new URLSearchParams({ email, password, press }),
          })
        }
        return { ask: () => submit(''), again: () => submit(cookie) }
      },
    },
    {
      rule: 'link.elsewhere',
      code: 'invalid_credentials',
      provoke: async () => {
        const link = await mailed()
        return {
          ask: () => plain(link.pathname),
          again: () => openPage(service, link),
        }
      },
    },
    {
      rule: 'form.cross_site',
      code: 'cross_site',
      provoke: async () => {
        const link = await mailed()
        const page = await openPage(service, link)
        return {
          ask: () => sendForm(service, link, page, typed, { 'sec-fetch-site': 'cross-site' }),
          again: () => sendForm(service, link, page, typed),
        }
      },
    },
    {
      rule: 'link.forgotten',
      code: 'outdated_form',
      provoke: async () => {
        const link = await mailed()
        const page = await openPage(service, link)
        return {
          ask: () => sendForm(service, link, page, typed, { 'sec-fetch-site': 'same-origin', cookie: '' }),
          again: () => sendForm(service, link, page, typed),
        }
      },
    },
    {
      rule: 'form.outdated',
      code: 'outdated_form',
      provoke: async () => {
        const link = await mailed()
        const page = await openPage(service, link)
        return {
          ask: () => sendForm(service, link, page, { ...typed, subject: 'another' }),
          again: () => sendForm(service, link, page, typed),
        }
      },
    },
    {
      rule: 'service_key.dead',
      code: 'unauthorized',
      provoke: async () => {
        const { key } = await newServiceKey(service)
        const look = (token: string) => post(service, '/auth/introspect', { token: 'none' }, { token })
        return { ask: () => look('made-up'), again: () => look(key) }
      },
    },
    {
      rule: 'service_key.scope',
      code: 'insufficient_scope',
      provoke: async () => {
        const less = await newOperator(service, 'users:read')
        const more = await newOperator(service, 'users:read', 'users:write')
        const { userId } = await register(service)
        const block = ({ ask }: { ask: Ask }) =>
          ask('PUT', `/users/${userId}/disabled`, { reason: 'asked by the person' })
        return { ask: () => block(less), again: () => block(more) }
      },
    },
    {
      rule: 'mail.over',
      code: 'mail_over',
      provoke: async () => {
        const { userId, email } = await register(service)
        const [mail] = await service.deps.db.run<{ queue: string; id: string }>(sql`
          insert into outbox (queue, user_id, channel, message, recipient, detail, due_at)
          values (${userId}, ${userId}, 'mail', 'notice', ${email}, '{"notice":"account-enabled"}', now() + interval '1 hour')
          returning queue, id`)
        return { ask: () => ask('POST', `/mails/${mail?.queue}.${mail?.id}/retry`, { reason }) }
      },
    },
    {
      rule: 'external_id.of_another',
      code: 'external_id_taken',
      provoke: async () => {
        const [ada, grace] = [await register(service), await register(service)]
        const path = ({ userId }: { userId: string }) => `/users/${userId}/external-id`
        const externalId = newEmail()
        await ask('PUT', path(ada), { externalId })
        return {
          ask: () => ask('PUT', path(grace), { externalId }),
          lift: () => ask('DELETE', path(ada)),
        }
      },
    },
    {
      rule: 'cursor.expired',
      code: 'cursor_expired',
      provoke: async () => {
        const { key } = await newServiceKey(service, { scopes: ['events:read'] })
        const read = (after: string) => get(service, `/events?after=${after}`, key)
        await feedAll(service.deps)
        const { next } = (await read('now')).body
        const [seq] = next.split('.')
        return { ask: () => read(`${seq}.1`), again: () => read(next) }
      },
    },
    {
      rule: 'method.unknown',
      code: 'method_not_allowed',
      provoke: async () => {
        const { accessToken } = await register(service)
        return {
          ask: () => plain('/users/me', { method: 'PUT' }),
          again: () => get(service, '/users/me', accessToken),
        }
      },
    },
    {
      rule: 'request.large',
      code: 'payload_too_large',
      provoke: async () => {
        const { refreshToken } = await register(service)
        return {
          ask: () => refresh(service, 'x'.repeat(20_000)),
          again: () => refresh(service, refreshToken),
        }
      },
    },
    {
      rule: 'request.long_address',
      code: 'uri_too_long',
      provoke: async () => ({
        ask: () => plain(`/account/sign-in?state=${'x'.repeat(3_000)}`),
        again: () => plain('/account/sign-in?state=x'),
      }),
    },
    {
      rule: 'request.media_type',
      code: 'unsupported_media_type',
      provoke: async () => {
        const person = await register(service)
        return {
          ask: () =>
            send(service, 'POST', '/auth/token', { headers: { 'content-type': 'text/plain' }, body: 'x' }),
          again: () => signIn(service, person),
        }
      },
    },
    { rule: 'service.fault', code: 'internal_error', provoke: breaking('P0001') },
    { rule: 'service.busy', code: 'unavailable', provoke: breaking('57014') },
  ]
}
