export { isRefused, Offline, Refused } from '../refused.ts'
export {
  type Authenticated,
  createAuthenticator,
  type ServiceOptions,
  withSession,
} from './authenticate.ts'
export { type Bff, type BffOptions, createBff } from './bff.ts'
export { refusalResponse } from './refusal-response.ts'
export type { Bearer } from './tokens/bearer.ts'
export {
  type CheckOptions,
  createTokenChecker,
  type TokenChecker,
  type TokenCheckerOptions,
} from './tokens/checker.ts'
