import { type Html, html } from '#platform/html.ts'

const icon = (drawing: Html): Html =>
  html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">${drawing}</svg>`

/** The icon of a row repeats its words at a glance, so nothing is lost without it. */
export const icons = {
  computer: icon(html`<rect x="3" y="4" width="18" height="12" rx="2"/><path d="M8 20h8m-4-4v4"/>`),
  phone: icon(html`<rect x="7" y="2" width="10" height="20" rx="2"/><path d="M11 18h2"/>`),
  program: icon(html`<rect x="3" y="4" width="18" height="16" rx="2"/><path d="m7 9 3 3-3 3m6 0h4"/>`),
  authenticator: icon(html`<circle cx="12" cy="12" r="9"/><path d="M12 7v5l3 2"/>`),
  passkey: icon(html`<circle cx="8" cy="15" r="4"/><path d="m11 12 9-9m-4 4 3 3"/>`),
}

/** By the client's own name. Applications on telephones name no browser, and not always their system. */
export const iconOf = (userAgent: string): Html => {
  if (/iPhone|iPad|Android|Mobile|Darwin|okhttp/.test(userAgent)) return icons.phone
  return /^(curl|python|node|Go-http)/i.test(userAgent) ? icons.program : icons.computer
}
