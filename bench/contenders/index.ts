import type { Contender } from '../contender.ts'
import { adonisjs } from './adonisjs.ts'
import { betterAuth } from './better-auth.ts'
import { betterAuthCookieCache } from './better-auth-cookie-cache.ts'
import { argon2, fastify, nodeHttp, pg } from './floors.ts'
import { gotrue } from './gotrue.ts'
import { oidcProvider } from './oidc-provider.ts'
import { earlier, embedded, million, sallyport, twoProcesses } from './sallyport.ts'

const { BENCH_GOTRUE } = process.env

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
  argon2,
  pg,
  fastify,
  nodeHttp,
]
