import { type Html, html } from '#platform/html.ts'

/** Links to other parts of a long list. An address that is missing has no link. */
export const furtherLinks = (
  links: readonly (readonly [label: string, to: string | undefined])[],
): Html | undefined => {
  const shown = links.flatMap(([label, to]) =>
    to === undefined ? [] : [html`<a href="${to}">${label}</a> `],
  )
  return shown.length > 0 ? html`<p>${shown}</p>` : undefined
}
