import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { serviceKeyTokens } from '../../src/credentials/service-keys/token.ts'
import { newId } from '../../src/platform/crypto/id.ts'
import { send } from '../support/http.ts'
import { assertRefused } from '../support/refusals.ts'
import { sharedService } from '../support/service.ts'
import { assertKeyRefused, newServiceKey } from '../support/service-keys.ts'

const service = await sharedService()
const { id } = await newServiceKey(service)
// of no scope that any operation asks for alone
const { key: narrow } = await newServiceKey(service, { scopes: ['users:read'] })

type Described = { security?: Record<string, unknown>[]; requestBody?: object }

const documents = ['openapi.json', 'admin-openapi.json'].map(
  (name): { paths: Record<string, Record<string, Described>> } =>
    JSON.parse(readFileSync(new URL(`../../contract/${name}`, import.meta.url), 'utf8')),
)

/** Every operation that takes a service key. */
const operations = documents.flatMap(({ paths }) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { security }]) => security?.some((way) => 'serviceKey' in way))
      .map(([method, { requestBody }]) => ({ method: method.toUpperCase(), path, hasBody: !!requestBody })),
  ),
)

const wrongKeys: Record<string, string> = {
  'that cannot be read': 'sp_sk_1',
  'of nobody': serviceKeyTokens.issue({ id: newId(Date.now()) }).token,
  'with another secret': serviceKeyTokens.issue({ id }).token,
}

/** With everything wrong that can be. */
const ask = ({ method, path, hasBody }: (typeof operations)[number], token: string) => {
  const address = path.replace(/\{\w+\}/g, 'nobody')
  const query = '?limit=no&cursor=no&after=no&wait=no&email=no'
  return send(service, method, address + query, { token, ...(hasBody && { body: [1] }) })
}

for (const operation of operations) {
  const { method, path, hasBody } = operation
  test(`${method} ${path} refuses a wrong key before it looks at anything else`, async () => {
    for (const token of Object.values(wrongKeys)) assertKeyRefused(await ask(operation, token))
  })

  if (hasBody)
    test(`${method} ${path} refuses a key of another scope before it looks at the body`, async () => {
      assertRefused(await ask(operation, narrow), 403, 'insufficient_scope')
    })
}

test('both services and operators have such operations', () => {
  assert.ok(operations.length > 15)
})
