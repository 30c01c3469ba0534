/** What a service key is for, and what that allows. */
export const scopes = {
  introspect: 'check access tokens',
  'users:read': 'see the addresses of those whose tokens it checks',
  'events:read': 'read the feed of events',
} as const

export type KeyScope = keyof typeof scopes

export const isScope = (text: string): text is KeyScope => Object.hasOwn(scopes, text)
