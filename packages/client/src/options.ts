/** What an option has to be, in words that follow its name. */
export type Rule = readonly [isRight: (value: unknown) => boolean, must: string]

export const addressIn = (value: unknown): URL | undefined => {
  try {
    return new URL(value as string)
  } catch {
    return undefined
  }
}

// `localhost:4300` is an address, too, of the scheme `localhost:`
export const isAddress = (value: unknown): boolean => /^https?:$/.test(addressIn(value)?.protocol ?? '')

export const optional = ([isRight, must]: Rule): Rule => [
  (value) => value === undefined || isRight(value),
  must,
]

export const addressRule: Rule = [isAddress, 'must be an address such as https://accounts.example.com']

export const addressesRule: Rule = [
  (value) => Array.isArray(value) && value.every(isAddress),
  "must be a list of addresses such as ['https://api.example.com']",
]

export const wholeAddressRule: Rule = [
  (value) => addressIn(value) !== undefined,
  'must be a whole address of OAUTH_REDIRECT_URIS',
]

export const storageRule: Rule = [
  (value) =>
    value === 'memory' ||
    ['getItem', 'setItem', 'removeItem'].every(
      (name) => typeof Reflect.get(Object(value), name) === 'function',
    ),
  "must be 'memory', or have what localStorage has",
]

/**
 * Says what is wrong where a program begins, rather than where a request fails.
 *
 * @param where the function that got them
 * @throws {TypeError} with the option's name, what it has to be, and what it is unless that is a secret
 */
export const requireOptions = (
  where: string,
  options: object,
  rules: Readonly<Record<string, Rule>>,
): void => {
  for (const [name, [isRight, must]] of Object.entries(rules)) {
    const value: unknown = Reflect.get(Object(options), name)
    if (isRight(value)) continue
    const found = value && /key/i.test(name) ? '' : ` It is ${JSON.stringify(value)}.`
    throw new TypeError(`${where}: ${name} ${must}.${found}`)
  }
}
