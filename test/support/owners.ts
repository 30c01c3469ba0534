import assert from 'node:assert/strict'
import type { TestService } from './service.ts'
import { sql } from './sql.ts'

type OnDatabase = { deps: Pick<TestService['deps'], 'db'> }
/** Removes the triggers for programs without owners. */
export const ownWithoutTriggers = async ({ deps: { db } }: OnDatabase): Promise<void> => {
  if (db.isSpread?.()) return
  for (const table of ['emails', 'identities']) await db.script(`alter table ${table} disable trigger user`)
}

type Owned = { thing: string; userId: string }

/**
 * Asserts for the whole database that each address and identity has one owner, who has it, that reserved addresses are
 * for former holders, and that nobody is without an address.
 */
export const assertOwners = async ({ deps: { db } }: OnDatabase): Promise<void> => {
  const owners = await db.run<Owned & { isHeld: boolean }>(sql`
    select canonical as thing, user_id as "userId", held_until is not null as "isHeld" from email_owners`)
  const emails = await db.run<Owned>(sql`select canonical as thing, user_id as "userId" from emails`)
  const former = await db.run<Owned>(sql`select canonical as thing, user_id as "userId" from former_emails`)
  const users = await db.run<{ id: string }>(sql`select id from users`)
  assert.deepEqual(listed(owners.filter(({ isHeld }) => !isHeld)), listed(emails))
  const undoable = new Set(listed(former))
  assert.deepEqual(
    listed(owners.filter(({ isHeld }) => isHeld)).filter((held) => !undoable.has(held)),
    [],
  )
  assert.deepEqual(emails.map(({ userId }) => userId).sort(), users.map(({ id }) => id).sort())

  const identityOwners = await db.run<Owned>(sql`
    select provider || ' ' || subject as thing, user_id as "userId" from identity_owners`)
  const identities = await db.run<Owned>(sql`
    select provider || ' ' || subject as thing, user_id as "userId" from identities`)
  assert.deepEqual(listed(identityOwners), listed(identities))
}

const listed = (owned: readonly Owned[]): string[] =>
  owned.map(({ thing, userId }) => `${thing} ${userId}`).sort()
