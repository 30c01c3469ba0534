/** The host of an address, as URLs spell it: in lower case, and an IPv6 address in brackets. */
export const hostName = (text: string): string => {
  const host = URL.parse(`https://${text}/`)?.hostname
  if (!host || /[/@?#\\\s]|:[0-9]*$/.test(text))
    throw new Error(`${text} is not a host such as hooks.internal or 10.0.0.5`)
  return host
}
