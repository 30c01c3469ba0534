import type { Deps } from '../../deps.ts'

/** Where a provider sends the browser back to: made of `PUBLIC_URL`, whatever a request says of its host. */
export const callbackUrl = ({ config }: Deps, { id }: { id: string }): string =>
  `${config.publicUrl}/auth/oauth/${id}/callback`
