import { type Html, html } from '../../platform/html.ts'
import type { Visit } from './hosted-page.ts'
import { paths } from './paths.ts'
import { parametersIn } from './sign-in/flow.ts'

/** The link onward from a completed page, or back, unless the application has pages of its own. */
export const signInLink = ({ deps, words, at, query }: Visit): Html | undefined =>
  deps.config.pages
    ? html`<p><a href="${at(paths.signIn, parametersIn(query))}">${words.forgot.signIn}</a></p>`
    : undefined
