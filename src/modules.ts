import type { FastifyPluginAsync } from 'fastify'
import { events } from './accounts/events/index.ts'
import { limits } from './accounts/limits/index.ts'
import { links } from './accounts/links/index.ts'
import { refusals } from './accounts/refusals/index.ts'
import { users } from './accounts/users/index.ts'
import { backupCodes } from './credentials/backup-codes/index.ts'
import { identities } from './credentials/identities/index.ts'
import { mailedCodes } from './credentials/mailed-code/index.ts'
import { operators } from './credentials/operators/index.ts'
import { passkeys } from './credentials/passkeys/index.ts'
import { passwords } from './credentials/password/index.ts'
import { twoFactorResets } from './credentials/resets/index.ts'
import { serviceKeys } from './credentials/service-keys/index.ts'
import { totpFactors } from './credentials/totp/index.ts'
import { trustedDevices } from './credentials/trusted-devices/index.ts'
import type { Deps } from './deps.ts'
import { closing } from './flows/account/closing/index.ts'
import { account } from './flows/account/index.ts'
import { staying } from './flows/account/staying/index.ts'
import { emailChange } from './flows/email/index.ts'
import { moving } from './flows/moving/index.ts'
import { administration } from './flows/operators/acts/index.ts'
import { userDirectory } from './flows/operators/directory/index.ts'
import { eventSearch } from './flows/operators/events/index.ts'
import { oversight } from './flows/operators/log/index.ts'
import { mailsOfAll } from './flows/operators/mails/index.ts'
import { accountParts } from './flows/operators/parts/index.ts'
import { explanations } from './flows/operators/refusals/index.ts'
import { overview } from './flows/overview/index.ts'
import { passwordChange } from './flows/password/index.ts'
import { providerSignIn } from './flows/providers/index.ts'
import { linkedIdentities } from './flows/providers/linked/index.ts'
import { registration } from './flows/registration/index.ts'
import { eventFeed } from './flows/resource-servers/events/index.ts'
import { introspection } from './flows/resource-servers/introspection/index.ts'
import { authenticators } from './flows/second-factor/apps/index.ts'
import { enrolment } from './flows/second-factor/at-sign-in/index.ts'
import { twoFactor } from './flows/second-factor/index.ts'
import { recovery } from './flows/second-factor/lost/index.ts'
import { ownPasskeys } from './flows/second-factor/passkeys/index.ts'
import { signIn } from './flows/sign-in/index.ts'
import { ownDevices } from './flows/trusted-devices/index.ts'
import { webhookAdministration } from './flows/webhooks/index.ts'
import type { Channels } from './messages/outbox/channel.ts'
import { outbox } from './messages/outbox/index.ts'
import { webhooks } from './messages/webhooks/index.ts'
import { everyRight, type Rights } from './platform/db/grants.ts'
import type { Sealed } from './platform/db/key-check.ts'
import { sealedRowKey } from './platform/db/row-key.ts'
import type { Sealing } from './platform/db/seal-rows.ts'
import { onCoordinator, type Spread } from './platform/db/spreading/spread.ts'
import type { Job } from './platform/jobs.ts'
import { sessions } from './sessions/index.ts'
import { proof } from './sessions/proof/index.ts'
import { adminReference } from './web/changelog/admin-reference/index.ts'
import { changelog } from './web/changelog/index.ts'
import type { Published } from './web/changelog/published.ts'
import { consolePages } from './web/console/index.ts'
import { health } from './web/health/index.ts'
import { metrics } from './web/metrics/index.ts'
import { pages } from './web/pages/index.ts'

/** A module's manifest, exported by its `index.ts`. */
export type Module = {
  /** Tables that only this module's SQL may name. */
  tables?: readonly string[]
  /** Where each of them goes when Citus spreads the database. */
  spread?: Spread
  /** What serving needs of a table, if not all of `everyRight`. */
  rights?: Rights
  /** What is lost together with the key that it was made with. */
  sealed?: readonly Sealed[]
  /** How an earlier version's rows get their MAC. */
  sealings?: readonly Sealing[]
  routes?: (deps: Deps, told: Published) => FastifyPluginAsync
  jobs?: readonly Job[]
  /** By the `channel` of outbox rows. */
  channels?: Channels
  /** Its routes are served only on `ADMIN_LISTEN`, if that is set. */
  isForOperators?: boolean
  /** And nowhere without it. */
  isOnlyApart?: boolean
}

/** The lowest layer first. */
export const modules: readonly Module[] = [
  outbox,
  webhooks,
  users,
  limits,
  links,
  events,
  refusals,
  passwords,
  totpFactors,
  passkeys,
  backupCodes,
  identities,
  twoFactorResets,
  mailedCodes,
  trustedDevices,
  serviceKeys,
  operators,
  sessions,
  proof,
  registration,
  signIn,
  twoFactor,
  enrolment,
  authenticators,
  ownPasskeys,
  ownDevices,
  recovery,
  providerSignIn,
  linkedIdentities,
  account,
  closing,
  passwordChange,
  emailChange,
  staying,
  introspection,
  eventFeed,
  userDirectory,
  eventSearch,
  mailsOfAll,
  administration,
  accountParts,
  oversight,
  explanations,
  moving,
  webhookAdministration,
  overview,
  changelog,
  adminReference,
  health,
  metrics,
  pages,
  consolePages,
]

/** Those with routes for everybody, or for whoever has a key. */
export const servedTogether: readonly Module[] = modules.filter(({ isOnlyApart }) => !isOnlyApart)

export const tables: readonly string[] = modules.flatMap((module) => module.tables ?? [])
export const rights: Rights = Object.assign(
  { migrations: ['select'], key_ids: everyRight, row_keys: ['select', 'insert', 'update'] },
  ...modules.map(({ tables = [], rights = {} }) => ({
    ...Object.fromEntries(tables.map((table) => [table, everyRight])),
    ...rights,
  })),
)
export const spread: Spread = Object.assign(
  { migrations: onCoordinator, key_ids: onCoordinator, row_keys: onCoordinator },
  ...modules.map((module) => module.spread),
)
export const sealed: readonly Sealed[] = [sealedRowKey, ...modules.flatMap((module) => module.sealed ?? [])]
export const sealings: readonly Sealing[] = modules.flatMap((module) => module.sealings ?? [])
export const jobs: readonly Job[] = [
  ...modules.flatMap((module) => module.jobs ?? []),
  ...sealings.map(({ name, run }) => ({ name, run })),
]
export const channels: Channels = Object.assign({}, ...modules.map((module) => module.channels))
