/** As long as any answer may take to begin. */
const patienceMs = 60_000

let isTold = false

/**
 * Tells a developer, once, whose answer doesn't send the cookies of a visit that refreshed: the browser comes back with the old
 * pair, which later looks stolen and ends the session.
 *
 * @param areSent whether anybody has asked for them
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
  // what a timer is depends on the runtime
  Reflect.get(Object(timer), 'unref')?.call(timer)
}
