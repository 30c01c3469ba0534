import { firstAuthenticatorName } from '#credentials/totp/enrol.ts'
import type { PageWords } from '../words.ts'

/** An app's name from its owner, or our default in the language of the page. */
export const appName = ({ links }: PageWords, name: string): string =>
  name === firstAuthenticatorName ? links.staying.kinds.authenticator : name
