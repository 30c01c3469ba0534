import { openIdConnect } from './openid-connect.ts'
import { identityOf, isWrittenTrue } from './provider.ts'

/**
 * Work, school and personal accounts, or one tenant's with `ISSUER`
 * `https://login.microsoftonline.com/<tenant>/v2.0`.
 * Each tenant is an issuer with subjects of its own. Administrators can write any address into an account, so `email`
 * alone proves nothing; only the optional claim `xms_edov` says that the tenant owns the address's domain.
 */
export const microsoft = openIdConnect({
  name: 'Microsoft',
  issuer: 'https://login.microsoftonline.com/common/v2.0',
  // a boolean by its documents, and 1 or "1" in its tokens
  identify: ({ tid, sub, email, xms_edov }) => {
    const doubt = xms_edov === undefined ? 'its token lacks the optional claim xms_edov' : undefined
    return identityOf(`${tid}.${sub}`, email, isWrittenTrue(xms_edov), doubt)
  },
})
