import assert from 'node:assert/strict'
import { operationAt, patternOf, validatorAt } from './contract.ts'

/** An outgoing request. */
export type Asked = { method: string; url: URL; token: string | undefined; body: unknown }

type Parameter = { name: string; in: 'path' | 'query'; required?: boolean }

/**
 * Checks a request against the interface: the operation exists, and accepts token, parameters and body, without unknown
 * properties or parameters.
 *
 * @returns the id of the operation
 */
export const assertAsked = (asked: Asked): string => {
  const { method, url, token } = asked
  const { template, operation } = operationAt(method, url.pathname)
  assert.ok(operation, `there is no ${method} ${url.pathname}`)
  const place = ['paths', template, method.toLowerCase()]
  const isOpen = !operation.security || (token === undefined && operation.security.some(isEmpty))
  assert.equal(token === undefined, isOpen, `the token for ${operation.operationId}`)
  assertParameters(asked, place, patternOf(template).exec(url.pathname)?.groups, operation.parameters ?? [])
  assertBody(asked, place, operation.requestBody)
  return operation.operationId
}

/** It may be called without a token, too. */
const isEmpty = (requirement: object) => Object.keys(requirement).length === 0

const assertParameters = (
  { url }: Asked,
  place: readonly string[],
  inPath: Record<string, string> = {},
  parameters: readonly Parameter[],
) => {
  const query = Object.fromEntries(url.searchParams)
  for (const [at, parameter] of parameters.entries()) {
    const { name, required } = parameter
    const value = (parameter.in === 'path' ? inPath : query)[name]
    // the word for the account of the token
    const isOwn = name === 'id' && value === 'me'
    if (value === undefined) assert.ok(!required, `${name} is missing in ${url}`)
    else if (!isOwn) assertFits(value, [...place, 'parameters', `${at}`, 'schema'])
  }
  const known = parameters.map(({ name }) => name)
  assert.deepEqual(
    Object.keys(query).filter((name) => !known.includes(name)),
    [],
  )
}

const assertBody = ({ body, url }: Asked, place: readonly string[], taken?: { required?: boolean }) => {
  if (body === undefined) assert.ok(!taken?.required, `${url} requires a body`)
  else assertFits(body, [...place, 'requestBody', 'content', 'application/json', 'schema'], true)
}

const assertFits = (value: unknown, pointer: readonly string[], isClosed = false) => {
  const validate = validatorAt(pointer, isClosed)
  const message = () => `${pointer.join(' ')}: ${JSON.stringify(value)} ${JSON.stringify(validate.errors)}`
  assert.ok(validate(value), message())
}
