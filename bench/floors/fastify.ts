import { createHash, randomBytes, randomUUID } from 'node:crypto'
import fastify from 'fastify'
import pg from 'pg'

// The least that a service of this kind does, without a guard: a token looked up by its hash, a query a request
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
await pool.query(`
  create table if not exists users (id uuid primary key, email text not null, created_at timestamptz not null default now());
  create table if not exists sessions (hash bytea primary key, user_id uuid not null references users, ends_at timestamptz not null)`)

const sha256 = (token: string) => createHash('sha256').update(token).digest()
const lookUp = `
  select users.id, email, created_at as "createdAt"
  from sessions join users on users.id = sessions.user_id
  where hash = $1 and ends_at > now()`

const app = fastify()
app.post<{ Body: { email: string } }>('/sessions', async ({ body }) => {
  const [id, token] = [randomUUID(), randomBytes(32).toString('base64url')]
  await pool.query('insert into users (id, email) values ($1, $2)', [id, body.email])
  await pool.query("insert into sessions values ($1, $2, now() + '1 day')", [sha256(token), id])
  return { token }
})
app.get('/users/me', async ({ headers }, reply) => {
  const token = headers.authorization?.slice('Bearer '.length) ?? ''
  const { rows } = await pool.query({ name: 'look up', text: lookUp, values: [sha256(token)] })
  return rows[0] ?? reply.code(401).send({ message: 'Unauthorized' })
})
app.get('/health/ready', async () => ({ status: 'ok' }))
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
process.on('SIGTERM', () => process.exit(0))
