import { confirmLink } from '#flows/providers/linked/confirm.ts'
import { Refused } from '#platform/errors.ts'
import { about } from '#platform/refusals/concerning.ts'
import type { Onward, Visit } from '../hosted-page.ts'
import { paths } from '../paths.ts'
import { withNews } from './frame.ts'

/** The provider's answer, and the verifier kept here. */
type Brought = { code: string | undefined; error: string | undefined; verifier: string | undefined }

/** Links the provider to the signed-in account, if the link was started in this browser. */
export const finishLink = async (
  visit: Visit,
  provider: string,
  { code, error, verifier }: Brought,
): Promise<Onward> => {
  const { deps, client, at } = visit
  const failed = (why: unknown): Onward => ({ to: at(paths.providers, { error: String(why) }) })
  if (error !== undefined || code === undefined || verifier === undefined) return failed(error)
  const visitor = await visit.visitor()
  if (!visitor) return { to: at(paths.signIn, { next: paths.providers }) }
  try {
    await confirmLink(deps, visitor, provider, { code, code_verifier: verifier }, client)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    client.noteRefused?.(about(error, visitor.userId))
    return failed(error.details.code)
  }
  return withNews(visit, paths.providers, 'provider-linked')
}
