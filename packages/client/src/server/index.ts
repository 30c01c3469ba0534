export { isRefused, Offline, Refused } from '../refused.ts'
export {
  type Authenticated,
  createAuthenticator,
  refusalResponse,
  type ServiceOptions,
  withSession,
} from './authenticate.ts'
export { type Bff, type BffOptions, createBff, type Visit, type Visitor } from './bff.ts'
