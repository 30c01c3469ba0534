import { openIdConnect } from './openid-connect.ts'
import { identityOf } from './provider.ts'

/**
 * Work, school and personal accounts, or one tenant's: `ISSUER` is then `https://login.microsoftonline.com/<tenant>/v2.0`.
 *
 * Each tenant is an issuer, so the subject is one within its tenant. An administrator may write any address into an
 * account of their tenant, and `email` says so without a word; only `xms_edov` (an optional claim of the app's
 * registration) says that the tenant owns the address's domain.
 */
export const microsoft = openIdConnect({
  name: 'Microsoft',
  issuer: 'https://login.microsoftonline.com/common/v2.0',
  identify: ({ tid, sub, email, xms_edov }) => identityOf(`${tid}.${sub}`, email, xms_edov),
})
