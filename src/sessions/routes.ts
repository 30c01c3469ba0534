import vine from '@vinejs/vine'
import { optional } from '../platform/exact.ts'
import { endpoints } from '../platform/http/endpoint.ts'
import { authenticateAwaiting, authenticateOwner } from './authenticate.ts'
import { endOwnSession, signOut, signOutEverywhere } from './end.ts'
import { listSessions } from './list.ts'

const path = '/users/:id/sessions'
const signingOut = vine.create({ keepVisit: optional(vine.boolean({ strict: true })) })

export const sessionRoutes = endpoints((endpoint, deps) => {
  endpoint('POST', '/auth/logout', {
    summary: 'Sign out: end the session of the access token.',
    description:
      'The visit on the hosted pages that it came from ends, too, unless `keepVisit` is true: whoever signs in next in that browser is asked who they are.',
    answers: { 204: ['The session has ended, and its tokens no longer work.'] },
    guard: authenticateAwaiting,
    isForAwaiting: true,
    body: signingOut,
    isBodyOptional: true,
    handle: ({ who, client, body }) => signOut(deps, who, client, body.keepVisit),
  })

  endpoint('GET', path, {
    summary: 'The active sessions of an account, newest first.',
    answers: { 200: ['At most 50 sessions.', 'Session[]'] },
    guard: authenticateOwner,
    handle: ({ who }) => listSessions(deps, who),
  })

  endpoint('DELETE', path, {
    summary: 'Sign out everywhere: end all sessions of an account, including the current one.',
    answers: { 204: ['All sessions have ended.'] },
    refusals: [429],
    guard: authenticateOwner,
    handle: ({ who, client }) => signOutEverywhere(deps, who.userId, client),
  })

  endpoint('DELETE', `${path}/:sessionId`, {
    summary: 'End one session of an account.',
    answers: { 204: ['The session has ended.'] },
    guard: authenticateOwner,
    handle: ({ who, params: { sessionId }, client }) => endOwnSession(deps, who, sessionId, client),
  })
})
