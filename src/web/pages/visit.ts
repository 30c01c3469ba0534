import type { Client, Deps } from '../../deps.ts'
import { chooseLanguage } from '../../messages/texts/language.ts'
import { badRequest, unauthorized } from '../../platform/errors.ts'
import { propertiesOf } from '../../platform/properties-of.ts'
import { claimedVisit, type Visitor } from '../../sessions/authenticate-visit.ts'
import { atBase } from './base.ts'
import type { Reads, Visit } from './hosted-page.ts'
import type { Realm } from './realm.ts'
import { wordsIn } from './words.ts'

type Came = Pick<Visit, 'cookies' | 'path' | 'pageBefore' | 'subject' | 'isFromElsewhere'> & {
  /** Lazy, because a client that has disconnected no longer has an address. */
  clientOf: () => Client
  acceptLanguage: string | undefined
  query: unknown
}

/** One request, as the pages see it. */
export const visitOf = (
  deps: Deps,
  realm: Realm,
  { query, clientOf, acceptLanguage, ...came }: Came,
): Visit => {
  let visitor: Promise<Visitor | undefined> | undefined
  let account: Visitor | undefined
  let found: { by: Reads; what: unknown } | undefined
  const { ui_locales: asked } = propertiesOf(query)
  const uiLocales = typeof asked === 'string' ? asked : undefined
  const chosen = () => came.cookies.read('language')
  const self: Visit = {
    deps,
    realm,
    ...came,
    // an account created here takes its language from there
    get client() {
      return { ...clientOf(), acceptLanguage: chosen() ?? uiLocales?.replaceAll(' ', ',') ?? acceptLanguage }
    },
    get query() {
      return singleOf(query)
    },
    /** The language chosen on a page, else the application's, else the account's, else the browser's. */
    get words() {
      // a previous person at this browser may have made that choice
      const isOthers = account?.language && account.language !== chosen()
      const wishes = {
        chosen: isOthers ? undefined : chosen(),
        uiLocales,
        account: account?.language,
        acceptLanguage,
      }
      return wordsIn(chooseLanguage({ ...wishes, standard: deps.config.language }))
    },
    get userId() {
      return account?.userId
    },
    visitor: async (reads) => {
      visitor ??= look(reads)
      account = await visitor
      return account
    },
    read: async <Found>(reads: Reads<Found>) => {
      const owner = await self.visitor(reads)
      if (!owner) throw unauthorized()
      if (found?.by === reads) return found.what as Found
      return deps.db.transaction((runner) => reads(runner, owner, self))
    },
    at: atBase({ publicUrl: realm.publicUrlOf(deps.config) }),
  }
  const look = (reads: Reads | undefined) => {
    const claimed = claimedVisit(deps, came.cookies.read('account'), realm.kind)
    if (!reads || !claimed) return realm.find(deps, claimed)
    return deps.db.transaction(async (runner) => {
      const [who, what] = await Promise.all([realm.find(deps, claimed, runner), reads(runner, claimed, self)])
      found = { by: reads, what }
      return who
    })
  }
  return self
}

// a repeated parameter could be read in two ways
const singleOf = (query: unknown): Record<string, string> => {
  const values = Object.entries(query as Record<string, unknown>)
  if (values.some(([, value]) => typeof value !== 'string')) throw badRequest('A parameter came twice.')
  return Object.fromEntries(values) as Record<string, string>
}
