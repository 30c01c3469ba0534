import type { Known, OAuthErrorCode, RefusalCode } from '#contract/wire.ts'
import { schemes } from '../crypto/foreign/schemes.ts'
import { keysOf } from '../keys-of.ts'
import { limitNames } from './limit-names.ts'
import { losses } from './losses.ts'
import { newRegistry } from './registry.ts'
import { inCode } from './series.ts'

export type Metrics = ReturnType<typeof newMetrics>

/** HEAD counts as GET. */
export const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'other'] as const

const grants = ['password', 'passkey', 'oauth_code', 'email_code'] as const
export type SignInGrant = (typeof grants)[number]

const ways = ['password', 'provider', 'invitation', 'email_code'] as const
export type RegistrationWay = (typeof ways)[number]

/** `done`, or the code of the refusal, as clients get it. */
const common = ['done', 'too_many_attempts', 'unavailable', 'other'] as const
type Code = Known<RefusalCode> | Known<OAuthErrorCode> | 'database.unique' | (typeof common)[number]

export const outcomes = {
  signIn: [
    ...common,
    'invalid_credentials',
    'two_factor_required',
    'two_factor_enrolment_required',
    'email_unverified',
    'invalid_challenge',
    'wrong_code',
    'not_found',
    'invalid_request',
    'access_denied',
    'account_exists',
    'email_required',
    'server_error',
    'temporarily_unavailable',
  ],
  secondStep: [...common, 'wrong_code', 'invalid_credentials', 'invalid_challenge'],
  registration: [
    ...common,
    'two_factor_enrolment_required',
    'registration_closed',
    'database.unique',
    'access_denied',
    'account_exists',
    'invalid_credentials',
    'invalid_challenge',
  ],
} as const satisfies Record<string, readonly Code[]>

// requests are quick, and a hash takes ten milliseconds or more of a core; few buckets, because every route has each
const requestBounds = [0.001, 0.01, 0.1, 1, 10]
const hashBounds = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2]

/**
 * Everything that the service counts and measures. Each service has its own.
 * @param factors the names of the second factors
 */
export const newMetrics = (factors: readonly string[] = []) => {
  const { counter, gauge, histogram, summary, text } = newRegistry('sallyport_')
  return {
    requests: counter('http_requests_total', 'Requests that were answered.', {
      route: inCode,
      method: methods,
      status: inCode,
    }),
    requestSeconds: histogram(
      'http_request_seconds',
      'Time to answer a request.',
      { route: inCode },
      requestBounds,
    ),
    signIns: counter('sign_ins_total', 'Proofs of a first factor, or of a passkey.', {
      grant: grants,
      outcome: outcomes.signIn,
    }),
    secondSteps: counter('second_steps_total', 'Answers to the second step of a sign-in.', {
      method: factors,
      outcome: outcomes.secondStep,
    }),
    refreshes: counter('refreshes_total', 'Uses of refresh tokens.', {
      outcome: ['rotated', 'repeated', 'reuse', 'dead'],
    }),
    trustedDevices: counter('trusted_devices_total', 'What became of trusted devices.', {
      outcome: ['trusted', 'used', 'reuse'],
    }),
    registrations: counter('registrations_total', 'Attempts to create an account.', {
      way: ways,
      outcome: outcomes.registration,
    }),
    limitsRefused: counter('limits_refused_total', 'Attempts beyond a limit.', { limit: limitNames }),
    hashSeconds: histogram('password_hash_seconds', 'Time to hash a password.', {}, hashBounds),
    hashWaiting: gauge('password_hash_waiting', 'Requests that wait to hash a password.', {}),
    hashRefused: counter('password_hash_refused_total', 'Requests refused as too many would hash.', {}),
    passwordsForeign: gauge('passwords_foreign', 'Imported passwords whose owners have yet to sign in.', {
      scheme: keysOf(schemes),
    }),
    lockedOutByLoss: gauge(
      'accounts_one_loss_locks_out',
      'Accounts, of the newest 2000, that losing one thing leaves without a way back.',
      { lost: losses },
    ),
    databaseUp: gauge('db_up', 'Whether the database answered within a second.', {}),
    databaseServer: gauge('db_server', 'The PostgreSQL server that serves, as a label.', { server: inCode }),
    poolConnections: gauge('db_pool_connections', 'Connections to the database.', {
      state: ['busy', 'idle'],
    }),
    poolWaiting: gauge('db_pool_waiting', 'Work that waits for a connection.', {}),
    statements: summary('db_statement_seconds', 'Time until the database has answered a statement.', {
      name: inCode,
    }),
    batches: summary('db_batch_size', 'Requests that shared a statement.', { name: inCode }),
    outboxDue: gauge('outbox_due', 'Deliveries that are due, at most 20000.', {}),
    outboxOldest: gauge('outbox_oldest_due_seconds', 'How long the oldest of them has been due.', {}),
    deliveries: counter('outbox_attempts_total', 'Attempts to deliver.', {
      channel: inCode,
      outcome: ['delivered', 'failed', 'refused', 'expired'],
    }),
    databaseWorkers: gauge('db_workers', 'Workers of Citus that rows are spread over; 0 without it.', {}),
    feedLag: gauge('feed_lag_seconds', 'Age of the oldest event that is not in the feed.', {}),
    webhookAttempts: counter('webhook_attempts_total', 'Messages sent to webhooks.', {
      outcome: ['delivered', 'failed', 'gone'],
    }),
    webhookLag: gauge('webhook_lag_seconds', 'How long the oldest event has waited for a webhook.', {}),
    webhooksOff: gauge(
      'webhooks_off',
      'Webhooks that were switched off because nobody accepts anything.',
      {},
    ),
    jobSuccess: gauge('jobs_last_success_timestamp', 'When a job last succeeded here, or the start.', {
      name: inCode,
    }),
    memory: gauge('process_resident_memory_bytes', 'Memory of the process.', {}),
    startTime: gauge('process_start_time_seconds', 'When the process started, since 1970.', {}),
    loopDelay: gauge('event_loop_delay_seconds', 'How late the event loop was, since the last scrape.', {
      percentile: ['50', '99'],
    }),
    buildInfo: gauge('build_info', 'The version, as a label.', { version: inCode, node: inCode }),
    text,
  }
}
