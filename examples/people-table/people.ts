import { DatabaseSync } from 'node:sqlite'

/** What happened to somebody, as far as the table is about it. */
export type Message = {
  type: string
  data: { userId?: string | null; externalId?: string; email?: string }
}

/** After these, somebody is new, is known by something else, or is gone. */
export const followed = [
  'user.registered',
  'user.invited',
  'user.imported',
  'user.external_id_changed',
  'email.changed',
  'email.change_undone',
  'account.deleted',
]

// others may read while it writes
const tables = `
  pragma journal_mode = wal;
  create table if not exists people (
    id text primary key,
    external_id text,
    email text,
    is_gone integer not null default false
  ) strict;
  create table if not exists messages (
    id text primary key,
    came_at text not null default current_timestamp
  ) strict;`

/** Opens the table of people in a file. */
export const openPeople = (path: string) => {
  const db = new DatabaseSync(path, { timeout: 5_000 })
  db.exec(tables)
  const note = db.prepare('insert into messages (id) values (?) on conflict do nothing')
  // no event can be sent again that is older
  const forget = db.prepare("delete from messages where came_at < datetime('now', '-31 days')")
  // whatever is told of somebody who is gone, late or by mistake, brings nobody back
  const keep = db.prepare(`
    insert into people (id, external_id, email)
    values (?, ?, ?)
    on conflict (id) do update
    set external_id = excluded.external_id, email = coalesce(excluded.email, email)
    where not is_gone`)
  const remove = db.prepare(`
    insert into people (id, is_gone)
    values (?, true)
    on conflict (id) do update
    set external_id = null, email = null, is_gone = true`)

  /** Does what a message says, once: its id is noted in the same transaction. */
  const apply = (id: string, { type, data }: Message): void => {
    db.exec('begin immediate')
    try {
      if (note.run(id).changes === 1 && data.userId && followed.includes(type)) {
        if (type === 'account.deleted') remove.run(data.userId)
        else keep.run(data.userId, data.externalId ?? null, data.email ?? null)
      }
      forget.run()
      db.exec('commit')
    } catch (error) {
      db.exec('rollback')
      throw error
    }
  }

  return { apply, close: () => db.close() }
}
