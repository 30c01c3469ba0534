/** The scopes of a service key, and what each allows. */
export const scopes = {
  introspect: 'check access tokens',
  'users:read': 'find accounts, and see the addresses of those whose tokens it checks',
  'users:write': 'invite, block and unblock people, end their sessions, send them a link for a new password',
  'users:delete': 'delete accounts',
  'factors:remove': 'remove a lost second factor',
  export: 'read everything held about a person',
  import: 'bring people here from another system, with their passwords',
  'events:read': 'read the feed of events',
  'webhooks:read': 'see webhooks, and what was sent to them',
  'webhooks:write': 'add, change, test, replay and remove webhooks',
  'overview:read': 'see how the service is doing: counts, what is not well and, at the console, what is set',
  'acts:read': 'see who the operators are, what they did, and why',
  'keys:revoke': 'list service keys, and revoke them',
} as const

export type KeyScope = keyof typeof scopes

export const isScope = (text: string): text is KeyScope => Object.hasOwn(scopes, text)
