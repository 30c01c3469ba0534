import pg from 'pg'

type Population = { users: number; deadSessions: number }

const batch = 1_000_000

/** Fills a migrated database: users with an address each, and sessions that have been idle for long. */
export const populate = async (
  url: string,
  { users, deadSessions }: Population,
  say: (line: string) => void,
): Promise<void> => {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query('set synchronous_commit = off')
    await client.query(
      `with made as (insert into users (id) select gen_random_uuid() from generate_series(1, $1::integer) returning id)
       insert into emails (canonical, user_id, typed) select address, id, address
       from (select id, id || '@example.com' as address from made) as addressed`,
      [users],
    )
    for (let made = 0; made < deadSessions; made += batch) {
      await client.query(
        `insert into sessions (user_id, id, seed, methods, address, access_ends_at, refresh_ends_at, ends_at)
         select id, gen_random_uuid(), sha256(id::text::bytea), '{password}', '192.0.2.1',
           now() - interval '30 days', now() - interval '1 day', now() + interval '60 days'
         from users, generate_series(1, ceil($1 / $2::float8)::integer)
         limit $1`,
        [batch, users],
      )
      say(`${(made + batch).toLocaleString('en')} dead sessions`)
    }
    await client.query('vacuum analyze')
    await client.query('checkpoint')
  } finally {
    await client.end()
  }
}
