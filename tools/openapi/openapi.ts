import { STATUS_CODES } from 'node:http'
import type { RouteOptions } from 'fastify'
import { type Deprecation, deprecations } from '../../contract/deprecations.ts'
import { adminOperations, operations } from '../../contract/operations.ts'
import { type AnswerType, mediaTypes, type Operation } from '../../src/platform/http/operation.ts'
import { markDeprecated } from './mark-deprecated.ts'
import { wireSchemas } from './wire-schemas.ts'

/** Answers of any route, beside its own. */
const refusalsOfAnyRoute = [400, 405, 408, 413, 414, 415, 431, 503]

/** The interface for applications in OpenAPI 3.1, made of the mounted routes and the types of the contract. */
export const openapiOf = (
  routes: readonly RouteOptions[],
  version: string,
  register: readonly Deprecation[] = deprecations,
): object => {
  const paths = pathsOf(
    routes.filter((route) => !isForOperators(route)),
    operations,
  )
  const schemas = wireSchemas('wire.ts')
  const securitySchemes = { accessToken: { type: 'http', scheme: 'bearer' }, ...serviceKeys }
  return {
    ...headOf(
      'Sallyport',
      'Registration, tokens, two-factor activation and the interface changelog of an account service.',
      version,
    ),
    tags: tagsOf(operations),
    paths: markDeprecated(paths, register),
    components: { schemas, securitySchemes },
  }
}

/** The interface for operators likewise. */
export const adminOpenapiOf = (routes: readonly RouteOptions[], version: string): object => {
  const paths = pathsOf(routes.filter(isForOperators), adminOperations)
  const schemas = namedIn(paths, { ...wireSchemas('wire.ts'), ...wireSchemas('admin.ts') })
  return {
    ...headOf('Sallyport for operators', 'What operators do, with a service key.', version),
    tags: tagsOf(adminOperations),
    paths,
    components: { schemas, securitySchemes: serviceKeys },
  }
}

const isForOperators = ({ url }: RouteOptions) => /^\/(admin\/|docs\/admin$)/.test(url)

const headOf = (title: string, description: string, version: string) => ({
  openapi: '3.1.0',
  info: { title, version, description, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
  servers: [{ url: '/' }],
})

type Names = typeof operations

// in their order in the reference
const tagsOf = (names: Names) => Object.keys(names).map((name) => ({ name }))

const serviceKeys = {
  serviceKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'A key that `npx sallyport keys add` makes for a service, `sp_sk_…`.',
  },
  serviceKeyBasic: {
    type: 'http',
    scheme: 'basic',
    description: 'The same, as the password. The user name is the id of the key.',
  },
}

/** Those of the schemas that are referred to, directly or through others. */
const namedIn = (document: object, schemas: Record<string, object>): Record<string, object> => {
  const named = new Set<string>()
  const follow = (node: object) => {
    for (const [, name = ''] of JSON.stringify(node).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      const schema = schemas[decodeURIComponent(name)]
      if (!schema || named.has(name)) continue
      named.add(name)
      follow(schema)
    }
  }
  follow(document)
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => named.has(name)))
}

const pathsOf = (routes: readonly RouteOptions[], names: Names) => {
  const paths: Record<string, Record<string, object>> = {}
  for (const { url, method, config } of routes) {
    if (method === 'HEAD') continue
    const operation = (config as { operation?: Operation } | undefined)?.operation
    if (!operation) continue
    const path = url.replace(/:(\w+)/g, '{$1}')
    const name = nameOf(`${method} ${path}`, names)
    paths[path] = {
      ...paths[path],
      [String(method).toLowerCase()]: { ...name, ...operationOf(path, operation) },
    }
  }
  return Object.fromEntries(Object.entries(paths).sort())
}

/** @throws for an operation that `contract/operations.ts` lacks */
const nameOf = (line: string, names: Names): { operationId: string; tags: string[] } => {
  for (const [task, ofTask] of Object.entries(names))
    if (ofTask[line]) return { operationId: ofTask[line], tags: [task] }
  throw new Error(`${line} has no name in contract/operations.ts`)
}

const operationOf = (
  path: string,
  {
    summary,
    description,
    body,
    answers,
    refusals = [],
    secured,
    isBodyOptional,
    query = {},
    isForBrowsers,
    form,
  }: Operation,
) => ({
  summary,
  ...(description && { description }),
  ...(secured && {
    security: securityOf(secured),
  }),
  ...parametersOf(path, query),
  ...((body || form) && {
    requestBody: {
      required: !isBodyOptional,
      content: { ...(body && { 'application/json': { schema: lenient(body) } }), ...(form && formOf(form)) },
    },
  }),
  // a route's own description of a status wins over the common one
  responses: {
    ...Object.fromEntries(
      [...refusals, ...refusalsOfAnyRoute].map((status) => [
        status,
        orPage(refusalOf(status), isForBrowsers),
      ]),
    ),
    ...Object.fromEntries(
      Object.entries(answers).map(([status, [meaning, type]]) => [status, answerOf(meaning, type)]),
    ),
    500: orPage(answerOf('A bug in the service.', 'InternalError'), isForBrowsers),
  },
})

const securityOf = (secured: Operation['secured']) => {
  if (secured === 'serviceKey') return [{ serviceKey: [] }, { serviceKeyBasic: [] }]
  return [...(secured === 'optionally' ? [{}] : []), { accessToken: [] }]
}

// unknown fields are ignored, which the validator's own schema does not express
const lenient = (body: object) => ({ ...body, additionalProperties: undefined })

const parametersOf = (path: string, query: Record<string, string>) => {
  const ofPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => {
    const schema = /id$/i.test(name ?? '') ? ref('Id') : { type: 'string' }
    const description =
      name === 'id' ? 'The account, by its id, or `me`: that of the access token.' : undefined
    return { name, in: 'path', required: true, ...(description && { description }), schema }
  })
  const ofQuery = Object.entries(query).map(([name, description]) => {
    return { name, in: 'query', description, schema: { type: 'string' } }
  })
  return ofPath.length + ofQuery.length > 0 ? { parameters: [...ofPath, ...ofQuery] } : {}
}

const formOf = (fields: Record<string, string>) => {
  const named = Object.entries(fields).map(([name, description]) => [name, { type: 'string', description }])
  const schema = { type: 'object', properties: Object.fromEntries(named) }
  return { 'application/x-www-form-urlencoded': { schema } }
}

// refusals before the route is known have one form, and the route's refusals the other
const orPage = (answer: ReturnType<typeof answerOf>, isForBrowsers: Operation['isForBrowsers'] = false) => {
  if (!isForBrowsers) return answer
  const media = isForBrowsers === 'page' ? 'text/html' : 'text/plain'
  return { ...answer, content: { ...answer.content, [media]: { schema: { type: 'string' } } } }
}

const refusalOf = (status: number) =>
  status === 422
    ? answerOf('Validation of the request body failed.', 'FieldError[]')
    : answerOf(`${STATUS_CODES[status]}.`, 'Refusal', retryHeader(status))

const retryHeader = (status: number) =>
  status === 429 || status === 503
    ? {
        'Retry-After': {
          description: 'Seconds to wait.',
          required: true,
          schema: { type: 'integer', minimum: 1 },
        },
      }
    : undefined

const answerOf = (
  meaning: string,
  type?: AnswerType | 'Refusal' | 'FieldError[]' | 'InternalError',
  headers?: object,
) => ({
  description: meaning,
  ...(headers && { headers }),
  ...(type && { content: contentOf(type) }),
})

const contentOf = (type: string): object => Object.assign({}, ...type.split(' or ').map(mediumOf))

const mediumOf = (type: string) =>
  Object.hasOwn(mediaTypes, type)
    ? {
        [mediaTypes[type as keyof typeof mediaTypes]]: {
          schema: type === 'JsonFeed' ? { type: 'object' } : { type: 'string' },
        },
      }
    : { 'application/json': { schema: schemaOf(type) } }

const schemaOf = (type: string) => {
  if (type === 'OpenApi') return { type: 'object' }
  if (type.includes(' | ')) return { anyOf: type.split(' | ').map(ref) }
  return type.endsWith('[]') ? { type: 'array', items: ref(type.slice(0, -2)) } : ref(type)
}

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
