import type pg from 'pg'

const schema = `
  create table if not exists accounts (
    id text primary key,
    email text not null unique
  );
  create table if not exists models (
    kind text not null,
    id text not null,
    payload jsonb not null,
    expires_at timestamptz,
    primary key (kind, id)
  );
  create index if not exists models_grant on models ((payload->>'grantId'));
  create index if not exists models_uid on models ((payload->>'uid'));
  create index if not exists models_user_code on models ((payload->>'userCode'));`

export const migrate = (pool: pg.Pool) => pool.query(schema)

/** The provider's storage, in one table, by named prepared statements. */
export const createAdapter = (pool: pg.Pool) => (kind: string) => {
  const query = (name: string, text: string, values: unknown[]) => pool.query({ name, text, values })
  const first = async (name: string, text: string, values: unknown[]) =>
    (await query(name, text, values)).rows[0]?.payload

  return {
    upsert: (id: string, payload: object, expiresIn?: number) =>
      query(
        'upsert',
        `insert into models (kind, id, payload, expires_at)
         values ($1, $2, $3, now() + $4 * interval '1 second')
         on conflict (kind, id) do update
         set payload = excluded.payload, expires_at = excluded.expires_at`,
        [kind, id, JSON.stringify(payload), expiresIn],
      ),
    find: (id: string) => first('find', 'select payload from models where kind = $1 and id = $2', [kind, id]),
    findByUid: (uid: string) =>
      first('find_by_uid', `select payload from models where kind = $1 and payload->>'uid' = $2`, [
        kind,
        uid,
      ]),
    findByUserCode: (code: string) =>
      first('find_by_user_code', `select payload from models where kind = $1 and payload->>'userCode' = $2`, [
        kind,
        code,
      ]),
    consume: (id: string) =>
      query(
        'consume',
        `update models
         set payload = payload || jsonb_build_object('consumed', floor(extract(epoch from now())))
         where kind = $1 and id = $2`,
        [kind, id],
      ),
    destroy: (id: string) => query('destroy', 'delete from models where kind = $1 and id = $2', [kind, id]),
    revokeByGrantId: (grantId: string) =>
      query('revoke', `delete from models where payload->>'grantId' = $1`, [grantId]),
  }
}
