import type { Deps } from '#deps.ts'
import { notFound } from '#platform/errors.ts'

/** @throws 404 unless `EMAIL_SIGN_IN` is on */
export const requireEmailSignIn = ({ config }: Pick<Deps, 'config'>): void => {
  if (!config.emailSignIn) throw notFound()
}
