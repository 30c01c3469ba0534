import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readMigrations } from './migration-files.ts'
import { statementsOf } from './statements.ts'

test('a script is cut where its statements end, and nowhere else', () => {
  const statements = [
    "-- a comment; with a semicolon\nselect 'it''s; one' as \"a;b\";",
    'create function f() returns text language sql as $$ select 1; select $a$;$a$ $$;',
    'do $x$ begin perform 1; end $x$;',
    '/* one; two */ select $1;',
  ]
  assert.deepEqual(statementsOf(`${statements.join('\n\n')}\n-- the end; of it\n`), statements)
  assert.deepEqual(statementsOf(''), [])
})

test('nothing of a migration is lost', async () => {
  for (const { name, script } of await readMigrations())
    assert.equal(statementsOf(script).join('').replace(/\s/g, ''), script.replace(/\s/g, ''), name)
})
