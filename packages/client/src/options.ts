/** What an option has to be, in words that follow its name. */
type Rule = readonly [isRight: (value: unknown) => boolean, must: string]

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

const addressIn = (value: unknown): URL | undefined => {
  try {
    return isText(value) ? new URL(value) : undefined
  } catch {
    return undefined
  }
}

// `localhost:4300` is an address, too, of the scheme `localhost:`
const isAddress = (value: unknown): boolean => /^https?:$/.test(addressIn(value)?.protocol ?? '')
const isOrigin = (value: unknown): boolean =>
  isAddress(value) && addressIn(value)?.origin === String(value).toLowerCase().replace(/\/$/, '')

const hasAddresses = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.entries(value).every(([path, address]) => path.startsWith('/') && isAddress(address))

const isSealingKey = (value: unknown): boolean => isText(value) && value.length >= 32

const isStorage = (value: unknown): boolean =>
  value === 'memory' ||
  ['getItem', 'setItem', 'removeItem'].every((name) => typeof Reflect.get(Object(value), name) === 'function')

const optional = ([isRight, must]: Rule): Rule => [(value) => value === undefined || isRight(value), must]

const address: Rule = [
  isAddress,
  "must be an address with its scheme, such as 'https://accounts.example.com'",
]

const rules = {
  url: address,
  issuer: optional(address),
  origin: [
    isOrigin,
    "must be the origin of your application and nothing more, such as 'https://shop.example.com'",
  ],
  origins: optional([
    (value) => Array.isArray(value) && value.every(isAddress),
    "must be a list of addresses, such as ['https://api.example.com']",
  ]),
  upstreams: optional([
    hasAddresses,
    "must have an address for each path, such as { '/api': 'http://127.0.0.1:8080' }",
  ]),
  key: [
    (value) => (Array.isArray(value) && value.length > 0 ? value : [value]).every(isSealingKey),
    'must have 32 characters or more: openssl rand -base64 32 makes one',
  ],
  serviceKey: [isText, 'must be a key that `npx sallyport keys add` made, such as sp_sk_…'],
  storage: optional([
    isStorage,
    "must be 'memory', or have getItem, setItem and removeItem, as localStorage has",
  ]),
  fetch: optional([(value) => typeof value === 'function', 'must be a function, as fetch is']),
  redirectUri: [
    (value) => addressIn(value) !== undefined,
    "must be a whole address of OAUTH_REDIRECT_URIS, such as 'https://app.example.com/signed-in'",
  ],
} satisfies Record<string, Rule>

type Option = keyof typeof rules

/**
 * Says what is wrong where a program begins, rather than where a request fails.
 *
 * @param where the function that got them
 * @throws {TypeError} with the option's name, what it has to be, and what it is unless that is a secret
 */
export const requireOptions = (where: string, options: object, names: readonly Option[]): void => {
  for (const name of names) {
    const value: unknown = Reflect.get(Object(options), name)
    const [isRight, must] = rules[name]
    if (!isRight(value)) throw new TypeError(`${where}: ${name} ${must}.${found(name, value)}`)
  }
}

const found = (name: Option, value: unknown): string => {
  if (value === undefined || value === '') return ` It is ${value === '' ? 'empty' : 'undefined'}.`
  if (name === 'key' || name === 'serviceKey') return ''
  return ` It is ${typeof value === 'string' ? `'${value}'` : JSON.stringify(value)}.`
}
