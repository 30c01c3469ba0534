import { type Check, failAs, LeftOut, ok, warn } from './check.ts'

export const schemaCheck: Check = {
  name: 'schema',
  run: async (facts) => {
    const pending = await facts.pending().catch((error: Error) => error)
    if (pending instanceof LeftOut) throw pending
    if (pending instanceof Error) return [failAs(pending)]
    if (pending.length === 0) return [ok('This program can work with the schema.')]
    if (pending[0]?.version === 1) return [warn('The database has no tables yet.', remedy)]
    return [warn(`These migrations are pending: ${pending.map(({ name }) => name).join(', ')}.`, remedy)]
  },
}

const remedy = 'Make a back-up, then start the service or run npx sallyport migrate: docs/guides/upgrade.md.'
