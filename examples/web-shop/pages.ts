export const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

export const page = (title: string, body: string): string => `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escaped(title)} · Shop</title><main><h1>${escaped(title)}</h1>${body}</main></html>`

/** A form that sends itself to the address that it is shown at. */
const types: Record<string, string> = { email: 'email', password: 'password' }

export const form = (title: string, names: readonly string[], fault?: string): string => {
  const inputs = names.map(
    (name) =>
      `<p><label>${name} <input name="${name}" type="${types[name] ?? 'text'}" autocomplete="${completes[name]}" required></label>`,
  )
  const alert = fault ? `<p role="alert">${escaped(fault)}</p>` : ''
  return page(title, `${alert}<form method="post">${inputs.join('')}<p><button>${title}</button></form>`)
}

const completes: Record<string, string> = {
  email: 'username',
  password: 'current-password',
  code: 'one-time-code',
}

export const appPage = ({ qr, secret }: { qr: string; secret: string }): string =>
  page(
    'Scan this',
    `<img src="${qr}" alt="" width="200"><p>or type <code>${secret}</code><p><a href="/confirm-app">Next</a>`,
  )

export const codesPage = (codes: readonly string[]): string => {
  const items = codes.map((code) => `<li><code>${escaped(code)}</code>`)
  return page('Keep these codes', `<ul>${items.join('')}</ul><p><a href="/">Shop</a>`)
}
