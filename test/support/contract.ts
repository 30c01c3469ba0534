import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { Answer } from './http.ts'

const document = JSON.parse(readFileSync(new URL('../../contract/openapi.json', import.meta.url), 'utf8'))

const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats.default(ajv)
// clients have to expect other values; the service answers with none that is not written down
ajv.addKeyword({ keyword: 'x-extensible-enum', macro: (known: string[]) => ({ enum: known }) })
ajv.addSchema(document, 'interface')

const templates = Object.keys(document.paths ?? {}).sort((a, b) => a.split('{').length - b.split('{').length)

/** Holds an answer against the interface: its status must be documented, and its body must fit. */
export const assertDocumented = (
  method: string,
  path: string,
  { status, text, body, headers }: Pick<Answer, 'status' | 'text' | 'body' | 'headers'>,
): void => {
  const template = templates.find((candidate) =>
    patternOf(candidate).test(new URL(path, 'http://localhost').pathname),
  )
  const operation = template && document.paths[template][method.toLowerCase()]
  // 404 for an unknown path and 405 for an unknown method are documented nowhere by nature
  if (!operation) return
  const response = operation.responses[status]
  assert.ok(response, `${method} ${template} answered ${status}, which is not documented: ${text}`)
  if (!response.content) {
    assert.equal(text, '', `${method} ${template} ${status} has no body`)
    return
  }
  const media = headers.get('content-type')?.split(';')[0] ?? ''
  // a line for a person, a page, a feed or a file: its type is all that is promised
  if (media !== 'application/json' && (response.content[media] || response.content['*/*'])) return
  const pointer = [
    'paths',
    template,
    method.toLowerCase(),
    'responses',
    String(status),
    'content',
    'application/json',
    'schema',
  ]
  const validate = validatorFor(`interface#/${pointer.map(escaped).join('/')}`)
  assert.ok(validate(body), `${method} ${template} ${status}: ${ajv.errorsText(validate.errors)}\n${text}`)
}

const validatorFor = (reference: string): ValidateFunction => ajv.getSchema(reference) as ValidateFunction

const escaped = (part: string) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))

const patternOf = (template: string) => new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`)
