import { providersOf } from '#credentials/identities/providers/configured.ts'
import type { Visit } from '../hosted-page.ts'

/** A provider's name, if it is still configured. */
export const providerName = ({ deps }: Pick<Visit, 'deps'>, id: string): string =>
  providersOf(deps).get(id)?.name ?? id

/** How somebody signed in: "your password and a backup code". */
export const meansOf = (visit: Visit, methods: readonly string[]): string => {
  const { words } = visit
  const own: Readonly<Record<string, string>> = words.events.means
  const names = methods.map((method) =>
    Object.hasOwn(own, method) ? String(own[method]) : providerName(visit, method),
  )
  return new Intl.ListFormat(words.language).format(new Set(names))
}
