import { isSafeUrl } from '../../platform/addresses.ts'

/** Without a trailing slash, so that paths can be appended. */
export const webAddress = (text: string): string => {
  const url = URL.parse(text)
  // a `?` or `#` with nothing behind it would still swallow the path
  if (!url || !/^https?:$/.test(url.protocol) || /[?#]/.test(text) || hasCredentials(url))
    throw new Error('must be an http or https address without a query, a fragment or a user name')
  return url.href.replace(/\/+$/, '')
}

/** https, or http on loopback. */
export const safeAddress = (text: string): string => {
  const url = URL.parse(text)
  if (!url || !isSafeUrl(url) || hasCredentials(url)) throw new Error('must be https, or http on loopback')
  return url.href
}

export const origin = (text: string): string => {
  if (URL.parse(text)?.origin !== text)
    throw new Error(`${text} is not an origin such as https://app.example.com`)
  return text
}

/** Of a page over https, or http on loopback, or of an Android app (`android:apk-key-hash:…`). */
export const passkeyOrigin = (text: string): string => {
  if (/^android:apk-key-hash:[A-Za-z0-9_-]{43}$/.test(text)) return text
  const url = URL.parse(origin(text))
  if (!url || !isSafeUrl(url)) throw new Error(`${text} must be https, or http on loopback`)
  return text
}

/** RFC 8252 §7: a page, an app's own scheme (which has a dot), or a loopback port. */
export const redirectUri = (text: string): string => {
  const url = URL.parse(text)
  const isOfAnApp = /^[a-z][a-z0-9+-]*\.[a-z0-9+.-]+:$/.test(url?.protocol ?? '')
  if (!url || !(isSafeUrl(url) || isOfAnApp) || hasCredentials(url) || text.includes('#'))
    throw new Error(
      `${text} must be https, http on loopback, or a scheme with a dot, without a user name or fragment`,
    )
  return text
}

const hasCredentials = ({ username, password }: URL) => username !== '' || password !== ''
