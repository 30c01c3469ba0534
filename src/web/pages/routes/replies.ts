import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '#deps.ts'
import { chooseLanguage } from '#messages/texts/language.ts'
import { asksForPage } from '#platform/http/asks-for-page.ts'
import type { RawPage } from '#platform/http/broken-lines.ts'
import { tellOverload } from '#platform/http/overload.ts'
import { type ErrorReply, refusalOf, replyToError } from '#platform/http/replies.ts'
import { about } from '#platform/refusals/concerning.ts'
import { type PageAnswer, pageAnswer } from '../answer.ts'
import { atBase } from '../base.ts'
import type { Download, Outcome, Visit } from '../hosted-page.ts'
import { hostedRealm } from '../hosted-realm.ts'
import { pageHeaders, pageOf } from '../page.ts'
import type { Realm } from '../realm.ts'
import { refusalView, waysOnOf } from '../refusal-view.ts'
import { wordsIn } from '../words.ts'
import { visitAt } from './visit-at.ts'

/** For everything: people are shown a page, and programs get JSON. */
export const replyToAnybody = (deps: Deps): ErrorReply => {
  const toPeople = replyWithPage(deps, hostedRealm)
  return (error, request, reply) =>
    asksForPage(request) ? toPeople(error, request, reply) : replyToError(error, request, reply)
}

/** For the pages of a realm. */
export const replyWithPage =
  (deps: Deps, realm: Realm): ErrorReply =>
  async (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const visit = visitAt(deps, realm, { request, reply })
    const refused = refusalOf(about(error, visit.userId), request)
    if (refused.page === 'cookieNotKept') tellOverload(request, whyNoCookies(realm.publicUrlOf(deps.config)))
    return answer(visit, reply, await realm.instead(visit, refused))
  }

const whyNoCookies = (publicUrl: string | undefined) =>
  `A browser did not keep the cookie of a page. It has to be opened at PUBLIC_URL (${publicUrl ?? 'unset'}), and by https unless that begins with http:.`

/** The same for unreadable headers. */
export const rawPageOf =
  ({ config }: Deps): RawPage =>
  (refused, acceptLanguage) => {
    const words = wordsIn(chooseLanguage({ acceptLanguage, standard: config.language }))
    const at = atBase(config)
    const view = refusalView(words, refused, waysOnOf({ config }, at))
    const text = pageOf(config, words, view, at(hostedRealm.languagePath))
    return { headers: { ...view.headers, ...pageHeaders(config, view) }, text }
  }

export const answer = (visit: Visit, reply: FastifyReply, outcome: Outcome | Download): FastifyReply =>
  sendAnswer(reply, pageAnswer(visit, outcome, []))

export const sendAnswer = (reply: FastifyReply, { status, headers, body }: PageAnswer): FastifyReply =>
  reply.code(status).headers(headers).send(body)
