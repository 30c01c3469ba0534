import { strict as assert } from 'node:assert'
import { join } from 'node:path'
import { json, password, uniqueEmail } from '../ask.ts'
import type { Operation, Request, Service } from '../contender.ts'

type Tokens = { access_token: string; refresh_token: string }

const realm = 'bench'
const application = 'application'
const openid = `/realms/${realm}/protocol/openid-connect`
const administrator = 'administrator'

const form = (path: string, fields: Record<string, string>) => ({
  method: 'POST' as const,
  path,
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: String(new URLSearchParams(fields)),
})

/** Outside the measurement. @throws when the status is none of these */
const send = async (base: string, { path, ...request }: Request, ...statuses: number[]): Promise<string> => {
  const response = await fetch(base + path, request)
  const text = await response.text()
  assert.ok(statuses.includes(response.status), `${path}: ${response.status} ${text}`)
  return text
}

const acceptTokens = (status: number, body: string): Tokens => {
  assert.equal(status, 200, body)
  const tokens = JSON.parse(body) as Tokens
  assert.match(tokens.access_token, /^ey/)
  return tokens
}

const grant = { grant_type: 'password', password }

const asAdministrator = async (base: string) => {
  const fields = { ...grant, client_id: 'admin-cli', username: administrator }
  const answer = await send(base, form('/realms/master/protocol/openid-connect/token', fields), 200)
  return { authorization: `Bearer ${(JSON.parse(answer) as Tokens).access_token}` }
}

let realmMade: Promise<string> | undefined

const makeRealm = async (base: string) => {
  const clients = [{ clientId: application, publicClient: true, directAccessGrantsEnabled: true }]
  // as the others: a refresh token is used once
  const settings = { realm, enabled: true, revokeRefreshToken: true, clients }
  return send(base, json('/admin/realms', settings, await asAdministrator(base)), 201, 409)
}

/** Through the interface for administrators: people register only on its pages. */
const makeUser = async (base: string): Promise<string> => {
  realmMade ??= makeRealm(base)
  await realmMade
  const email = uniqueEmail()
  const user = {
    username: email,
    email,
    emailVerified: true,
    firstName: 'Ada',
    lastName: 'Lovelace',
    enabled: true,
    credentials: [{ type: 'password', value: password }],
  }
  await send(base, json(`/admin/realms/${realm}/users`, user, await asAdministrator(base)), 201)
  return email
}

const signInRequest = (username: string) =>
  form(`${openid}/token`, { ...grant, client_id: application, username, scope: 'openid email' })

const signInNew = async (base: string) => {
  const email = await makeUser(base)
  return { email, tokens: acceptTokens(200, await send(base, signInRequest(email), 200)) }
}

const check: Operation = {
  prepare: async (base) => {
    const { email, tokens } = await signInNew(base)
    const headers = { authorization: `Bearer ${tokens.access_token}` }
    return {
      next: { method: 'GET', path: `${openid}/userinfo`, headers },
      accept: (status, body) => {
        assert.equal(status, 200, body)
        assert.equal((JSON.parse(body) as { email: string }).email, email)
      },
    }
  },
}

const refresh: Operation = {
  prepare: async (base) => {
    let { refresh_token: token } = (await signInNew(base)).tokens
    return {
      next: () =>
        form(`${openid}/token`, {
          grant_type: 'refresh_token',
          client_id: application,
          refresh_token: token,
        }),
      accept: (status, body) => {
        const next = acceptTokens(status, body).refresh_token
        assert.notEqual(next, token)
        token = next
      },
    }
  },
}

const signIn: Operation = {
  prepare: async (base) => ({ next: signInRequest(await makeUser(base)), accept: acceptTokens }),
}

/** @param folder an unpacked distribution in which `bin/kc.sh build --db=postgres` was run */
export const keycloak = (folder: string): Service => ({
  name: 'keycloak',
  program: join(folder, 'bin/kc.sh'),
  isBinary: true,
  programArguments: ['start', '--optimized'],
  environment: ({ url, port }) => {
    const { host, pathname, username } = new URL(url)
    return {
      KC_DB_URL: `jdbc:postgresql://${host}${pathname}`,
      KC_DB_USERNAME: username,
      KC_DB_PASSWORD: 'none is asked for',
      // as many as ours
      KC_DB_POOL_MAX_SIZE: '10',
      KC_HTTP_ENABLED: 'true',
      KC_HTTP_HOST: '127.0.0.1',
      KC_HTTP_PORT: String(port),
      KC_HOSTNAME_STRICT: 'false',
      KC_CACHE: 'local',
      KC_LOG_LEVEL: 'error',
      KC_BOOTSTRAP_ADMIN_USERNAME: administrator,
      KC_BOOTSTRAP_ADMIN_PASSWORD: password,
    }
  },
  readyPath: '/realms/master',
  warmUpSeconds: 25,
  operations: {
    check,
    refresh,
    'sign-in': signIn,
    'check-beside-sign-ins': { ...check, beside: signIn },
  },
})
