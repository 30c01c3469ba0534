import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import Provider from 'oidc-provider'
import pg from 'pg'
import { createAdapter, migrate } from './adapter.ts'

const port = Number(process.env.PORT)
const scope = 'openid email offline_access'
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })

// A refresh signs a new ID token too: ES256 costs a fraction of RS256, the default
const signingKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })

const provider = new Provider(`http://127.0.0.1:${port}`, {
  adapter: createAdapter(pool),
  clients: [
    {
      // A public client, whose refresh tokens rotate by default
      client_id: 'app',
      application_type: 'native',
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
      redirect_uris: ['com.example.app:/signed-in'],
      id_token_signed_response_alg: 'ES256',
    },
  ],
  jwks: { keys: [{ ...signingKey, alg: 'ES256', use: 'sig' }] },
  cookies: { keys: ['a secret of the benchmark that nobody else may use'] },
  claims: { openid: ['sub'], email: ['email'] },
  features: { devInteractions: { enabled: false } },
  findAccount: (_ctx, accountId) => ({
    accountId,
    claims: async (use) => ({
      sub: accountId,
      ...(use === 'userinfo' && { email: await findEmail(accountId) }),
    }),
  }),
})

const findEmail = async (accountId) => {
  const text = 'select email from accounts where id = $1'
  const { rows } = await pool.query({ name: 'find_email', text, values: [accountId] })
  return rows[0]?.email
}

/** The tokens that a sign-in would end with; how one signs in is left to whoever builds on the provider. */
const openSession = async (email) => {
  const accountId = randomUUID()
  await pool.query('insert into accounts (id, email) values ($1, $2)', [accountId, email])
  const client = await provider.Client.find('app')
  const grant = new provider.Grant({ accountId, clientId: client.clientId })
  grant.addOIDCScope(scope)
  const common = { accountId, client, grantId: await grant.save(), gty: 'authorization_code', scope }
  return {
    access_token: await new provider.AccessToken(common).save(),
    refresh_token: await new provider.RefreshToken(common).save(),
  }
}

await migrate(pool)
const answer = provider.callback()
createServer(async (request, response) => {
  if (request.url !== '/prepare') return answer(request, response)
  const { email } = await json(request)
  response.setHeader('content-type', 'application/json').end(JSON.stringify(await openSession(email)))
}).listen(port, '127.0.0.1')
