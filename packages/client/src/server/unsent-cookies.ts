/** The longest time before an answer begins. */
const patienceMs = 60_000

let isTold = false

/**
 * Warns a developer, once, whose answer lacks the cookies of a visit that refreshed: the browser returns with the old
 * pair, which later looks stolen and ends the session.
 *
 * @param areSent whether they were read
 */
export const watchCookies = (areSent: () => boolean): void => {
  if (isTold) return
  const timer: unknown = setTimeout(() => {
    if (isTold || areSent()) return
    isTold = true
    // biome-ignore lint/suspicious/noConsole: nothing else would say why people are signed out
    console.warn(
      'sallyport-client: a visit got a new pair of tokens, but its `setCookies` were not sent. Where no cookie can be set, ask for `visit({ …, readOnly: true })`.',
    )
  }, patienceMs)
  // a timer's type depends on the runtime
  Reflect.get(Object(timer), 'unref')?.call(timer)
}
