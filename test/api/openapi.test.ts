import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { test } from 'node:test'
import type { RouteOptions } from 'fastify'
import { buildApp } from '../../src/app.ts'
import { adminOpenapiOf, openapiOf } from '../../tools/openapi/openapi.ts'
import { assertDocumented } from '../support/contract.ts'
import { get } from '../support/http.ts'
import { sharedService } from '../support/service.ts'
import { startVariant } from '../support/variant.ts'

const path = new URL('../../contract/openapi.json', import.meta.url)
const adminPath = new URL('../../contract/admin-openapi.json', import.meta.url)
const service = await sharedService()

const mountedDocument = async () => {
  const routes: RouteOptions[] = []
  const app = await buildApp(service.deps, (route) => routes.push(route))
  await app.close()
  const { version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'))
  return {
    routes,
    documents: [
      [path, openapiOf(routes, version)],
      [adminPath, adminOpenapiOf(routes, version)],
    ] as const,
  }
}

test('the published interface is the mounted one; UPDATE=1 writes it anew', async () => {
  const { documents } = await mountedDocument()
  for (const [path, document] of documents) {
    const text = `${JSON.stringify(document, null, 2)}\n`
    if (process.env.UPDATE) await writeFile(path, text)
    assert.ok(
      (await readFile(path, 'utf8')) === text,
      `${path.pathname.split('/').at(-1)} is stale: UPDATE=1 npm test -- test/api/openapi.test.ts`,
    )
  }
})

test('every mounted route documents its answers', async () => {
  const { routes } = await mountedDocument()
  // several methods at once: those that a path does not have
  const silent = routes.filter(
    ({ method, config }) =>
      typeof method === 'string' && method !== 'HEAD' && !(config && 'operation' in config),
  )
  assert.deepEqual(
    silent.map(({ method, url }) => `${method} ${url}`),
    [],
  )
})

test('the service publishes its interface', async () => {
  // once more, for the document may have been written anew just now
  const variant = await startVariant(service, {})
  for (const [at, file] of [
    ['/openapi.json', path],
    ['/admin/openapi.json', adminPath],
  ] as const) {
    const answer = await get(variant, at)
    assert.equal(answer.status, 200)
    assert.ok(answer.text === (await readFile(file, 'utf8')))
  }
})

test('an answer in tests has no undocumented value or shape', () => {
  const answerWith = (body: object) => {
    const headers = new Headers({ 'content-type': 'application/json' })
    assertDocumented('GET', '/users/me', { status: 401, body, text: JSON.stringify(body), headers })
  }
  const refusal = { message: 'No.', code: 'unauthorized' }
  answerWith(refusal)
  // clients have to expect other codes, and the service has none but these
  assert.throws(() => answerWith({ ...refusal, code: 'unheard_of' }), /code must be equal to one of/)
  assert.throws(() => answerWith({ ...refusal, more: true }), /must NOT have additional properties/)
  assert.throws(() => answerWith({ message: 'No.' }), /must have required property 'code'/)
})
