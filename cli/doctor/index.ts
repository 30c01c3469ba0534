import { adminListenCheck } from './admin-listen.ts'
import type { Check } from './check.ts'
import { clockCheck } from './clock.ts'
import { connectionsCheck } from './connections.ts'
import { consoleCheck } from './console.ts'
import { dataFolderCheck } from './data-folder.ts'
import { databaseCheck } from './database.ts'
import { databaseTlsCheck } from './database-tls.ts'
import { emailSignInCheck } from './email-sign-in.ts'
import { feedCheck } from './feed.ts'
import { hashingCheck } from './hashing.ts'
import { jobsCheck } from './jobs.ts'
import { keyCheck } from './key.ts'
import { mailCheck } from './mail.ts'
import { outboxCheck } from './outbox.ts'
import { passwordsCheck } from './passwords.ts'
import { processCheck } from './process.ts'
import { providersCheck } from './providers.ts'
import { proxyCheck } from './proxy.ts'
import { publicUrlCheck } from './public-url.ts'
import { rightsCheck } from './rights.ts'
import { schemaCheck } from './schema.ts'
import { serversCheck } from './servers.ts'
import { serviceCheck } from './service.ts'
import { serviceKeysCheck } from './service-keys.ts'
import { settingsCheck } from './settings.ts'
import { sizesCheck } from './sizes.ts'
import { spreadCheck } from './spread.ts'
import { trustedProxiesCheck } from './trusted-proxies.ts'
import { webhooksCheck } from './webhooks.ts'

/** In the order in which a start can fail. */
export const checks: readonly Check[] = [
  settingsCheck,
  processCheck,
  hashingCheck,
  dataFolderCheck,
  databaseCheck,
  databaseTlsCheck,
  serversCheck,
  clockCheck,
  connectionsCheck,
  rightsCheck,
  schemaCheck,
  spreadCheck,
  keyCheck,
  passwordsCheck,
  emailSignInCheck,
  mailCheck,
  providersCheck,
  serviceCheck,
  publicUrlCheck,
  trustedProxiesCheck,
  proxyCheck,
  adminListenCheck,
  consoleCheck,
  outboxCheck,
  jobsCheck,
  feedCheck,
  webhooksCheck,
  sizesCheck,
  serviceKeysCheck,
]
