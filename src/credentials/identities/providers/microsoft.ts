import { openIdConnect } from './openid-connect.ts'
import { identityOf } from './provider.ts'

/**
 * Work, school and personal accounts, or one tenant's with `ISSUER`
 * `https://login.microsoftonline.com/<tenant>/v2.0`.
 * Each tenant is an issuer with subjects of its own. Administrators can write any address into an account, so `email`
 * alone proves nothing; only the optional claim `xms_edov` says that the tenant owns the address's domain.
 */
export const microsoft = openIdConnect({
  name: 'Microsoft',
  issuer: 'https://login.microsoftonline.com/common/v2.0',
  identify: ({ tid, sub, email, xms_edov }) => identityOf(`${tid}.${sub}`, email, xms_edov),
})
