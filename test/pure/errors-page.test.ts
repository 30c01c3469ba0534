import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { advice } from '../../tools/errors/advice.ts'
import { causes } from '../../tools/errors/causes.ts'
import { errorsPage } from '../../tools/errors/page.ts'
import { causesOf503, refusals } from '../../tools/errors/refusals-of.ts'

const page = new URL('../../docs/errors.md', import.meta.url)

test('each code has advice for each status it occurs with, and for no other', () => {
  const advised = Object.entries(advice).flatMap(([code, byStatus]) =>
    Object.keys(byStatus).map((status) => `${status} ${code}`),
  )
  const thrown = new Set(refusals().map(({ status, code }) => `${status} ${code}`))
  assert.ok(thrown.size >= 40)
  assert.deepEqual(advised.toSorted(), [...thrown].toSorted())
})

test('every code listed for an operation is among its answers', () => {
  const told = advisedAt()
  assert.ok(told.length > 50)
  const promised = new Set(documented().map(({ status, operation }) => `${status} ${operation}`))
  assert.deepEqual(
    told.map(({ status, operation }) => `${status} ${operation}`).filter((each) => !promised.has(each)),
    [],
  )
})

test('every conflict of an operation has a code that names the operation', () => {
  const told = new Set(advisedAt().map(({ status, operation }) => `${status} ${operation}`))
  const conflicts = documented().filter(({ status, isPage }) => !isPage && (status === 409 || status === 410))
  assert.ok(conflicts.length > 10)
  assert.deepEqual(
    conflicts.map(({ status, operation }) => `${status} ${operation}`).filter((each) => !told.has(each)),
    [],
  )
})

test('each 503 of the source is explained with its cause, and no other', () => {
  const found = new Set(causesOf503())
  assert.ok(found.size > 10)
  assert.deepEqual(new Set(causes.flatMap(({ thrown }) => thrown)), found)
})

test('the page of the refusals is up to date; UPDATE=1 rewrites it', () => {
  if (process.env.UPDATE) writeFileSync(page, errorsPage())
  assert.ok(
    readFileSync(page, 'utf8') === errorsPage(),
    'docs/errors.md is stale: UPDATE=1 npm test -- test/pure/errors-page.test.ts',
  )
})

/** Which operations the advice names. */
function advisedAt(): { status: number; operation: string }[] {
  return Object.values(advice).flatMap((byStatus) =>
    Object.entries(byStatus).flatMap(([status, { at }]) =>
      [...at.matchAll(/`([A-Z]+ \/[^`]+)`/g)].map(([, operation = '']) => ({
        status: Number(status),
        operation,
      })),
    ),
  )
}

/** Which statuses the documents of the interface allow each operation. */
function documented(): { status: number; operation: string; isPage: boolean }[] {
  return ['openapi', 'admin-openapi'].flatMap((name) => {
    const { paths } = JSON.parse(
      readFileSync(new URL(`../../contract/${name}.json`, import.meta.url), 'utf8'),
    )
    return Object.entries<Record<string, { tags?: string[]; responses?: object }>>(paths).flatMap(
      ([path, methods]) =>
        Object.entries(methods).flatMap(([method, { tags, responses }]) =>
          Object.keys(responses ?? {}).map((status) => ({
            status: Number(status),
            operation: `${method.toUpperCase()} ${path}`,
            isPage: tags?.includes('Hosted pages') ?? false,
          })),
        ),
    )
  })
}
