import { strict as assert } from 'node:assert'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ask, json, password, uniqueEmail } from '../ask.ts'
import type { Operation, Service, Turn } from '../contender.ts'

type Flow = { id: string }
type Session = { session_token: string }

const signUp = (email: string) => ({ method: 'password', password, traits: { email } })

const register = async (base: string) => {
  const email = uniqueEmail()
  const { id } = (await ask(base, 'GET', '/self-service/registration/api', undefined, 200)) as Flow
  const path = `/self-service/registration?flow=${id}`
  const { session_token: token } = (await ask(base, 'POST', path, signUp(email), 200)) as Session
  return { email, token }
}

const check: Operation = {
  prepare: async (base) => {
    const { email, token } = await register(base)
    return {
      next: { method: 'GET', path: '/sessions/whoami', headers: { 'x-session-token': token } },
      accept: (status, body) => {
        assert.equal(status, 200, body)
        assert.equal(
          (JSON.parse(body) as { identity: { traits: { email: string } } }).identity.traits.email,
          email,
        )
      },
    }
  },
}

/** Every form has to be requested before it is sent. */
const byFlow = (kind: 'login' | 'registration', bodyOf: () => object): Turn => {
  let flow: string | undefined
  return {
    next: () =>
      flow === undefined
        ? { method: 'GET', path: `/self-service/${kind}/api` }
        : json(`/self-service/${kind}?flow=${flow}`, bodyOf()),
    accept: (status, body) => {
      assert.equal(status, 200, body)
      const answer = JSON.parse(body) as Partial<Flow & Session>
      flow = flow === undefined ? answer.id : undefined
      if (flow !== undefined) return false
      assert.match(answer.session_token as string, /^ory_st_/)
    },
  }
}

const signIn: Operation = {
  prepare: async (base) => {
    const { email } = await register(base)
    return byFlow('login', () => ({ method: 'password', password, identifier: email }))
  },
}

const registration: Operation = {
  prepare: async () => byFlow('registration', () => signUp(uniqueEmail())),
}

const identity = {
  $id: 'https://example.com/identity.json',
  type: 'object',
  properties: {
    traits: {
      type: 'object',
      properties: {
        email: {
          type: 'string',
          format: 'email',
          'ory.sh/kratos': { credentials: { password: { identifier: true } } },
        },
      },
      required: ['email'],
    },
  },
}
const schema = `base64://${Buffer.from(JSON.stringify(identity)).toString('base64')}`

const settings = (url: string) => ({
  // as many connections as ours
  DSN: `${url}?sslmode=disable&max_conns=10&max_idle_conns=10`,
  IDENTITY_DEFAULT_SCHEMA_ID: 'default',
  IDENTITY_SCHEMAS: JSON.stringify([{ id: 'default', url: schema }]),
  SECRETS_COOKIE: JSON.stringify(['a secret of the benchmark that nobody else may use']),
  SELFSERVICE_DEFAULT_BROWSER_RETURN_URL: 'http://localhost/',
  SELFSERVICE_FLOWS_REGISTRATION_AFTER_PASSWORD_HOOKS_0_HOOK: 'session',
  // it would ask a service on the internet
  SELFSERVICE_METHODS_PASSWORD_CONFIG_HAVEIBEENPWNED_ENABLED: 'false',
  LOG_LEVEL: 'fatal',
  SQA_OPT_OUT: 'true',
})

/** Ory Kratos, which has no refresh tokens. @param folder a checkout of ory/kratos in which `go build -o kratos .` was run */
export const kratos = (folder: string): Service => {
  const program = join(folder, 'kratos')
  return {
    name: 'kratos',
    program,
    isBinary: true,
    programArguments: ['serve'],
    environment: ({ url, port, folder }) => ({
      ...settings(url),
      SERVE_PUBLIC_HOST: '127.0.0.1',
      SERVE_PUBLIC_PORT: String(port),
      SERVE_ADMIN_HOST: `unix:${join(folder, 'admin')}`,
    }),
    setUp: async (url) => {
      const env = { ...process.env, ...settings(url) }
      await promisify(execFile)(program, ['migrate', 'sql', 'up', '-e', '--yes'], { env })
    },
    readyPath: '/health/ready',
    operations: {
      check,
      'sign-in': signIn,
      register: registration,
      'check-beside-sign-ins': { ...check, beside: signIn },
    },
  }
}
