import { anyRow, elsewhere, firstRow, type Runner, run } from '#platform/db/db.ts'
import { sql } from '#platform/db/sql.ts'
import { sweepOf } from '#platform/db/sweep.ts'

/** Longer than any press takes: one that has not ended by then never will. */
const workSeconds = 20
/** As long as somebody waits for an answer, and sends the form again. */
export const keptSeconds = 5 * 60

/** Of simultaneous presses, one succeeds. @returns whether this is the first */
export const claimPress = (runner: Runner, digest: Uint8Array): Promise<boolean> =>
  anyRow(elsewhere(runner), 'claimPress')`
    insert into presses (digest, begun_at, until)
    values (${digest}, now(), now() + make_interval(secs => ${workSeconds}))
    on conflict (digest) do update
    set sealed = null, begun_at = excluded.begun_at, until = excluded.until
    where presses.until < excluded.begun_at
    returning 1`

/** @returns undefined while the first press is at work, or if it left nothing */
export const findPress = async (runner: Runner, digest: Uint8Array): Promise<Uint8Array | undefined> => {
  const row = await firstRow(runner, 'findPress')<{ sealed: Uint8Array | null }>`
    select sealed from presses where digest = ${digest} and until > now()`
  return row?.sealed ?? undefined
}

export const keepPress = (runner: Runner, digest: Uint8Array, sealed: Uint8Array): Promise<unknown> =>
  run(elsewhere(runner), 'keepPress')`
    update presses
    set sealed = ${sealed}, until = now() + make_interval(secs => ${keptSeconds})
    where digest = ${digest}`

export const putPress = (
  runner: Runner,
  digest: Uint8Array,
  sealed: Uint8Array,
  seconds: number,
): Promise<unknown> =>
  run(elsewhere(runner), 'putPress')`
    insert into presses (digest, sealed, begun_at, until)
    values (${digest}, ${sealed}, now(), now() + make_interval(secs => ${seconds}))
    on conflict (digest) do update
    set sealed = excluded.sealed, begun_at = excluded.begun_at, until = excluded.until`

export const dropPress = (runner: Runner, digest: Uint8Array): Promise<unknown> =>
  run(elsewhere(runner), 'dropPress')`delete from presses where digest = ${digest}`

export const sweepPresses = sweepOf(sql`presses`, { key: sql`digest`, when: sql`until` })
