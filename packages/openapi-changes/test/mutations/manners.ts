// biome-ignore lint/suspicious/noExplicitAny: a document is gone into by names that its writer chose
export type Json = { [key: string]: any }

/** How a document is written: three that are common. */
export type Manner = {
  openapi: string
  /** What else stands at the top. */
  top: Json
  nullable(schema: Json): Json
  values(values: string[]): Json
  oneOf(branches: [kind: string, branch: Json][], keep: Keep): Json
  /** All that one has, and more. */
  extended(name: string, base: Json, own: Json, keep: Keep): Json
  /** Where a schema, an answer or a parameter is put: among the components, or where it is used. */
  keep: Kept
  parameters: 'path' | 'operation'
}

type Kept = Partial<Record<'schemas' | 'responses' | 'parameters', true>>
export type Keep = (kind: keyof Kept, name: string, value: Json) => Json

const word = (value: string) => value[0]!.toUpperCase() + value.slice(1)

export const manners: Record<string, Manner> = {
  // everything has a name, and is inherited from
  named: {
    openapi: '3.0.3',
    top: {
      servers: [
        {
          url: 'https://{region}.example.com/v1',
          variables: { region: { enum: ['eu', 'us'], default: 'eu' } },
        },
      ],
    },
    nullable: (schema) => ({ ...schema, nullable: true }),
    values: (values) => ({ type: 'string', enum: values }),
    oneOf: (branches, keep) => {
      const refs = branches.map(
        ([kind, branch]) =>
          [
            kind,
            keep('schemas', `Kind${word(kind)}${branch.properties.number ? 'Wide' : ''}`, branch),
          ] as const,
      )
      const mapping = Object.fromEntries(refs.map(([kind, { $ref }]) => [kind, $ref]))
      return { oneOf: refs.map(([, ref]) => ref), discriminator: { propertyName: 'kind', mapping } }
    },
    extended: (name, base, own, keep) => ({ allOf: [keep('schemas', name, base), own] }),
    keep: { schemas: true, responses: true, parameters: true },
    parameters: 'operation',
  },
  // everything stands where it is used
  inline: {
    openapi: '3.1.0',
    top: { servers: [{ url: 'https://eu.example.com' }, { url: 'https://us.example.com' }] },
    nullable: (schema) => ({ ...schema, type: [schema.type, 'null'] }),
    values: (values) => ({ oneOf: values.map((value) => ({ const: value, title: word(value) })) }),
    oneOf: (branches) => ({ oneOf: branches.map(([, branch]) => branch) }),
    extended: (_name, base, own) => ({
      ...base,
      ...own,
      properties: { ...base.properties, ...own.properties },
      required: [...base.required, ...own.required],
    }),
    keep: {},
    parameters: 'operation',
  },
  // as programs write it from their types
  generated: {
    openapi: '3.2.0',
    top: {
      $self: 'https://example.com/openapi.json',
      servers: [{ url: '/', name: 'ours' }, { url: 'https://example.com/api' }],
    },
    nullable: (schema) => ({ anyOf: [schema, { type: 'null' }], title: 'Maybe' }),
    values: (values) => ({ type: 'string', enum: values, title: 'Choice' }),
    oneOf: (branches) => ({ anyOf: branches.map(([kind, branch]) => ({ ...branch, title: word(kind) })) }),
    extended: (_name, base, own) => ({
      ...base,
      ...own,
      properties: { ...base.properties, ...own.properties },
      required: [...base.required, ...own.required],
    }),
    keep: { schemas: true, responses: true },
    parameters: 'path',
  },
}
