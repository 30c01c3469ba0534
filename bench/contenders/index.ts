import type { Contender } from '../contender.ts'
import { adonisjs } from './adonisjs.ts'
import { betterAuth } from './better-auth.ts'
import { betterAuthCookieCache } from './better-auth-cookie-cache.ts'
import { argon2, fastify, nodeHttp, pg, pgbench } from './floors.ts'
import { gotrue } from './gotrue.ts'
import { keycloak } from './keycloak.ts'
import { kratos } from './kratos.ts'
import { oidcProvider } from './oidc-provider.ts'
import { earlier, embedded, million, sallyport, twoProcesses } from './sallyport.ts'

const { BENCH_GOTRUE, BENCH_KRATOS, BENCH_KEYCLOAK, BENCH_PGBENCH } = process.env

/** Everything that is measured, in the order of the table. */
export const contenders: Contender[] = [
  sallyport,
  ...earlier,
  twoProcesses,
  embedded,
  million,
  betterAuth,
  betterAuthCookieCache,
  adonisjs,
  oidcProvider,
  ...(BENCH_GOTRUE ? [gotrue(BENCH_GOTRUE)] : []),
  ...(BENCH_KRATOS ? [kratos(BENCH_KRATOS)] : []),
  ...(BENCH_KEYCLOAK ? [keycloak(BENCH_KEYCLOAK)] : []),
  argon2,
  pg,
  ...(BENCH_PGBENCH ? [pgbench] : []),
  fastify,
  nodeHttp,
]
