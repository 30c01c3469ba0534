import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { Answer } from './http.ts'

const read = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../contract/${name}`, import.meta.url), 'utf8'))
const [ofApplications, ofOperators] = [read('openapi.json'), read('admin-openapi.json')]
// a type in both is the same
const document = {
  ...ofApplications,
  paths: { ...ofApplications.paths, ...ofOperators.paths },
  components: { schemas: { ...ofOperators.components.schemas, ...ofApplications.components.schemas } },
}

const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats.default(ajv)
// clients have to expect other values; the service must only return documented ones
ajv.addKeyword({ keyword: 'x-extensible-enum', macro: (known: string[]) => ({ enum: known }) })
ajv.addSchema(document, 'interface')

const templates = Object.keys(document.paths ?? {}).sort((a, b) => a.split('{').length - b.split('{').length)

/** The interface's description of a request, and its place. An exact path goes first, for its methods. */
export const operationAt = (method: string, path: string) => {
  const { pathname } = new URL(path, 'http://localhost')
  const verb = method.toLowerCase()
  const fits = (candidate: string) => patternOf(candidate).test(pathname) && document.paths[candidate][verb]
  const template = templates.find(fits) ?? ''
  return { template, operation: document.paths[template]?.[verb] }
}

/** Checks an answer against the interface: its status must be documented, and its body must fit. */
export const assertDocumented = (
  method: string,
  path: string,
  { status, text, body, headers }: Pick<Answer, 'status' | 'text' | 'body' | 'headers'>,
): void => {
  const { template, operation } = operationAt(method, path)
  // 404 for an unknown path and 405 for an unknown method are documented nowhere by nature
  if (!operation) return
  const response = operation.responses[status]
  assert.ok(response, `${method} ${template} answered ${status}, which is not documented: ${text}`)
  if (!response.content) {
    assert.equal(text, '', `${method} ${template} ${status} has no body`)
    return
  }
  const media = headers.get('content-type')?.split(';')[0] ?? ''
  // a line for a person, a page, a feed or a file: only its type is promised
  if (media !== 'application/json' && (response.content[media] || response.content['*/*'])) return
  const validate = validatorAt([
    'paths',
    template,
    method.toLowerCase(),
    'responses',
    String(status),
    'content',
    'application/json',
    'schema',
  ])
  assert.ok(validate(body), `${method} ${template} ${status}: ${ajv.errorsText(validate.errors)}\n${text}`)
}

/** Judges by the schema at a place of the document, and in requests by the properties that it names. */
export const validatorAt = (pointer: readonly string[], isClosed = false): ValidateFunction => {
  const $ref = `interface#/${pointer.map(escaped).join('/')}`
  return isClosed
    ? ajv.compile({ $ref, unevaluatedProperties: false })
    : (ajv.getSchema($ref) as ValidateFunction)
}

const escaped = (part: string) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))

/** A group for each variable part. */
export const patternOf = (template: string): RegExp =>
  new RegExp(`^${template.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`)
