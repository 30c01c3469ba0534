import type { Contender } from '../contender.ts'
import { adonisjs } from './adonisjs.ts'
import { betterAuth } from './better-auth.ts'
import { betterAuthCookieCache } from './better-auth-cookie-cache.ts'
import { argon2, fastify, nodeHttp, pg } from './floors.ts'
import { oidcProvider } from './oidc-provider.ts'
import { earlier, embedded, million, sallyport, twoProcesses } from './sallyport.ts'

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
  argon2,
  pg,
  fastify,
  nodeHttp,
]
