import { firstAuthenticatorName } from '#credentials/totp/enrol.ts'
import type { PageWords } from '../words.ts'

/** The name that somebody gave an app, or in the language of the page the one that it has from us. */
export const appName = ({ links }: PageWords, name: string): string =>
  name === firstAuthenticatorName ? links.staying.kinds.authenticator : name
