import type { Draw } from '../random-schema.ts'
import type { Kind } from './kinds.ts'
import type { Json } from './manners.ts'
import { operationsIn } from './sites.ts'

const onOperation =
  (
    breaks: boolean,
    fits: (operation: Json) => unknown,
    change: (
      operation: Json,
      draw: Draw,
      all: { item: Json; method: string; path: string; document: Json },
    ) => void,
  ): Kind =>
  (document, draw) => {
    const operations = operationsIn(document).filter(({ operation }) => fits(operation))
    if (operations.length === 0) return undefined
    const { operation, ...all } = draw.one(operations)
    change(operation, draw, { ...all, document })
    return breaks
  }

const always = () => true
const string = { type: 'string' }

/** What is done to the interface around the schemas. */
export const interfaceKinds: Record<string, Kind> = {
  'an operation more': onOperation(
    false,
    always,
    (operation, _draw, { document }) => (document.paths['/more'] = { get: structuredClone(operation) }),
  ),
  'an operation less': onOperation(
    true,
    always,
    (_operation, _draw, { item, method }) => delete item[method],
  ),
  'another id': onOperation(false, always, (operation) => (operation.operationId += '_again')),
  'another name in the path': onOperation(
    false,
    ({ responses }) => responses[204],
    (_operation, _draw, { path, item, document }) => {
      delete document.paths[path]
      document.paths[path.replace('{id}', '{key}')] = JSON.parse(
        JSON.stringify(item)
          .replaceAll('"name":"id"', '"name":"key"')
          .replaceAll('#/components/parameters/id', '#/components/parameters/key'),
      )
    },
  ),
  'an optional parameter': onOperation(
    false,
    always,
    (operation) =>
      (operation.parameters = [
        ...(operation.parameters ?? []),
        { name: 'more', in: 'query', schema: string },
      ]),
  ),
  'a required parameter': onOperation(
    true,
    always,
    (operation) =>
      (operation.parameters = [
        ...(operation.parameters ?? []),
        { name: 'more', in: 'header', required: true, schema: string },
      ]),
  ),
  'a parameter less': onOperation(
    true,
    ({ parameters }) => parameters?.length === 2,
    (operation) => operation.parameters.pop(),
  ),
  'an error more': onOperation(
    false,
    always,
    ({ responses }) => (responses[429] = { description: 'Later.' }),
  ),
  'a success less': onOperation(
    true,
    ({ responses }) => responses[200],
    ({ responses }) => delete responses[200],
  ),
  'a media type more': onOperation(
    false,
    ({ requestBody }) => requestBody,
    ({ requestBody }) => (requestBody.content['text/csv'] = {}),
  ),
  'a charset': onOperation(
    false,
    ({ requestBody }) => requestBody,
    ({ requestBody: { content } }) => {
      content['application/json; charset=utf-8'] = content['application/json']
      delete content['application/json']
    },
  ),
  'a body that may be left out': onOperation(
    false,
    ({ requestBody }) => requestBody,
    ({ requestBody }) => delete requestBody.required,
  ),
  'a header less': onOperation(
    true,
    ({ responses }) => responses[200],
    ({ responses }) => delete responses[200].headers,
  ),
  'no credentials': onOperation(true, always, (operation) => (operation.security = [])),
  'a server less': ({ servers }) => {
    if (servers.length < 2) return undefined
    servers.pop()
    return true
  },
  'a server more': ({ servers }) => {
    servers.push({ url: 'https://more.example.com' })
    return false
  },
  'a webhook': (document) => {
    document.webhooks = { done: { post: {} } }
    return false
  },
}
