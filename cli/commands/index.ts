import type { Command } from './command.ts'

/** Each is loaded when called: most need little of the program, and `serve` none of the others. */
export const commands: Record<string, () => Promise<Command>> = {
  serve: async () => (await import('./serve.ts')).serveCommand,
  test: async () => (await import('./test.ts')).testCommand,
  migrate: async () => (await import('./migrate.ts')).migrateCommand,
  distribute: async () => (await import('./distribute.ts')).distributeCommand,
  doctor: async () => (await import('./doctor.ts')).doctor,
  'back-up': async () => (await import('./back-up.ts')).backUpCommand,
  restore: async () => (await import('./restore.ts')).restoreCommand,
  import: async () => (await import('./import.ts')).importCommand,
  export: async () => (await import('./export.ts')).exportCommand,
  key: async () => (await import('./key.ts')).key,
  users: async () => (await import('./users.ts')).users,
  explain: async () => (await import('./explain.ts')).explainCommand,
  overview: async () => (await import('./overview.ts')).overviewCommand,
  events: async () => (await import('./events.ts')).eventsCommand,
  mails: async () => (await import('./mails.ts')).mailsCommand,
  acts: async () => (await import('./acts.ts')).acts,
  keys: async () => (await import('./keys.ts')).keys,
  operators: async () => (await import('./operators.ts')).operatorsCommand,
  webhooks: async () => (await import('./webhooks.ts')).webhooksCommand,
  'disable-two-factor': async () => (await import('./disable-two-factor.ts')).disableTwoFactor,
  deprecations: async () => (await import('./deprecations.ts')).deprecationsCommand,
  changelog: async () => (await import('./changelog.ts')).changelog,
  version: async () => (await import('./version.ts')).versionCommand,
}
