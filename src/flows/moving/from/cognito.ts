import type { Origin } from './origin.ts'
import { blockedThere, instantOf, listIn, textIn } from './values.ts'

/** What `aws cognito-idp list-users` writes. It gives nobody's password away. */
export const cognito: Origin = {
  list: 'Users',
  personOf: (row) => {
    const attributes = new Map(listIn(row.Attributes).map(({ Name, Value }) => [Name, Value]))
    return {
      email: attributes.get('email'),
      emailVerified: attributes.get('email_verified') === 'true',
      externalId: textIn(attributes.get('sub')) ?? textIn(row.Username),
      createdAt: instantOf(row.UserCreateDate),
      disabled: row.Enabled === false ? { reason: blockedThere } : undefined,
    }
  },
}
