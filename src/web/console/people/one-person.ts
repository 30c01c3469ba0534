import type { AdminUser } from '#contract/admin.ts'
import { requireUser } from '#flows/operators/directory/require-user.ts'
import { type Html, html } from '#platform/html.ts'
import type { Visit } from '../../pages/hosted-page.ts'
import { saidByOthers } from '../words-of-others.ts'

/** Whom a page is about. @throws 404 */
export const personAsked = ({ deps, query }: Visit): Promise<AdminUser> => requireUser(deps, query.id ?? '')

export const addressOf = ({ email }: AdminUser): Html => html`<bdi>${saidByOthers(email)}</bdi>`
