import type { Deps } from '../../deps.ts'

/** Built from `PUBLIC_URL`, never from a request's host. */
export const callbackUrl = (
  { config }: { config: Pick<Deps['config'], 'publicUrl'> },
  { id }: { id: string },
): string => `${config.publicUrl}/auth/oauth/${id}/callback`
