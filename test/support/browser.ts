import assert from 'node:assert/strict'

/** Where a browser ended up: on a page, or at an address of the application, which it does not open. */
export type Landing = { url: URL; status: number; text: string; headers: Headers }

/** A browser: it keeps cookies per origin and follows redirects, redirecting pages, and forms that send themselves. */
export type Browser = {
  cookies: Map<string, Map<string, string>>
  /** Opens an address and follows redirects, to a page or to an address that begins with `until`. */
  open(address: string, until?: string): Promise<Landing>
  /** Fills in the form of a page where it ended up, and follows redirects. */
  submit(page: Landing, typed: Record<string, string>, until?: string): Promise<Landing>
}

const nowhere = 'http://app.invalid/'

const maxSteps = 15

export const newBrowser = (): Browser => {
  const cookies: Browser['cookies'] = new Map()
  const jarOf = (origin: string) => {
    const jar = cookies.get(origin) ?? new Map()
    cookies.set(origin, jar)
    return jar
  }

  const ask = async (url: URL, form: URLSearchParams | undefined, from: string) => {
    // SameSite=Lax: a form that another site's page sends brings no cookies
    const jar = form && from !== url.origin ? [] : [...jarOf(url.origin)]
    const response = await fetch(url, {
      redirect: 'manual',
      headers: {
        cookie: jar.map(([name, value]) => `${name}=${value}`).join('; '),
        accept: 'text/html',
        ...(form && { origin: from }),
      },
      ...(form && { method: 'POST', body: form }),
    })
    for (const line of response.headers.getSetCookie()) keep(jarOf(url.origin), line)
    return response
  }

  const follow = async (start: URL, sent: URLSearchParams | undefined, origin: string, until: string) => {
    let [url, form, from] = [start, sent, origin]
    for (let step = 0; step < maxSteps; step++) {
      const response = await ask(url, form, from)
      const text = await response.text()
      const { status, headers } = response
      const next =
        status < 400
          ? (headers.get('location') ?? refreshOf(headers) ?? selfSendingForm(text)?.action)
          : undefined
      if (next === undefined) return { url, status, text, headers }
      from = url.origin
      form = headers.has('location') || refreshOf(headers) ? undefined : selfSendingForm(text)?.fields
      url = new URL(next, url)
      if (url.href.startsWith(until)) return { url, status, text, headers }
    }
    return assert.fail(`${start} leads nowhere`)
  }
  return {
    cookies,
    open: (address, until = nowhere) => follow(new URL(address), undefined, '', until),
    submit: (page, typed, until = nowhere) =>
      follow(page.url, new URLSearchParams({ ...subjectIn(page.text), ...typed }), page.url.origin, until),
  }
}

/** A page without the number that each copy of it has. */
export const withoutNumber = ({ text }: { text: string }): string =>
  text.replace(/<input type="hidden" name="press" value="[\w-]{22}">/g, '')

/** What each form of one of our pages sends along: whom the page was shown for. */
export const subjectIn = (text: string): { subject?: string } => {
  const subject = /<input type="hidden" name="subject" value="([^"]+)">/.exec(text)?.[1]
  return subject === undefined ? {} : { subject }
}

const keep = (jar: Map<string, string>, line: string) => {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
  const expires = Date.parse(/expires=([^;]+)/i.exec(line)?.[1] ?? '')
  if (/max-age=0/i.test(line) || expires <= Date.now()) jar.delete(name)
  else jar.set(name, value)
}

// where the chain of a form leaves our pages
const refreshOf = (headers: Headers) => /^0; url=(https?:.*)$/.exec(headers.get('refresh') ?? '')?.[1]

const selfSendingForm = (page: string) => {
  // the script of our own pages waits for its button
  if (!/onload=|<script/.test(page) || page.includes('data-passkey')) return
  const action = /<form method="post" action="([^"]+)"/.exec(page)?.[1]
  if (action === undefined) return
  const inputs = page.matchAll(/name="([^"]+)" value="([^"]*)"/g)
  return {
    action,
    fields: new URLSearchParams([...inputs].map(([, name = '', value = '']) => [name, value])),
  }
}
