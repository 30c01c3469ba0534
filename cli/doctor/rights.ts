import { type Check, fail, ok } from './check.ts'

export const rightsCheck: Check = {
  name: 'rights',
  run: async (facts) => {
    await facts.database()
    const opened = await facts.opened()
    if (opened?.server.schema === null)
      return [fail('The role of DATABASE_URL may use no schema.', 'grant usage on schema public to …')]
    const denied = await facts.denied()
    const forbidden = denied.filter(({ isThere }) => isThere)
    if (forbidden.length > 0)
      return [
        fail(
          `The role of DATABASE_URL lacks rights to ${namesOf(forbidden)}.`,
          'Make it their owner; or run npx sallyport migrate --serve-as … as the owner: docs/guides/two-database-roles.md.',
        ),
      ]
    const pending = await facts.pending().catch(() => undefined)
    if (denied.length > 0 && pending?.length === 0)
      return [
        fail(`These tables are missing: ${namesOf(denied)}.`, 'Restore a back-up: docs/guides/back-up.md.'),
      ]
    return [ok('The role may do what the service does.')]
  },
}

const namesOf = (tables: { name: string }[]) => tables.map(({ name }) => name).join(', ')
