/** What an option must be, in words that follow its name. */
type Rule = readonly [isRight: (value: unknown) => boolean, must: string]

const addressIn = (value: unknown): URL | undefined => {
  try {
    return new URL(value as string)
  } catch {
    return undefined
  }
}

// `localhost:4300` is an address, too, of the scheme `localhost:`
const isAddress = (value: unknown): boolean => /^https?:$/.test(addressIn(value)?.protocol ?? '')

export const optional = ([isRight, must]: Rule): Rule => [
  (value) => value === undefined || isRight(value),
  must,
]

export const addressRule: Rule = [isAddress, 'must be an address such as https://accounts.example.com']

export const originRule: Rule = [
  (value) => isAddress(value) && addressIn(value)?.origin === String(value).toLowerCase().replace(/\/$/, ''),
  'must be the origin of your application and nothing more, such as https://shop.example.com',
]

export const basePathRule: Rule = [
  (value) => /^(\/[\w.~-]+)*$/.test(String(value)),
  'must be a path without a slash at its end, such as /auth',
]

export const upstreamsRule: Rule = [
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries(value).every(([path, address]) => path.startsWith('/') && isAddress(address)),
  "must have an address for each path, such as { '/api': 'http://127.0.0.1:8080' }",
]

const isSealingKey = (value: unknown): boolean => typeof value === 'string' && value.length >= 32

export const sealingKeyRule: Rule = [
  (value) => (Array.isArray(value) && value.length > 0 ? value : [value]).every(isSealingKey),
  'must have 32 characters or more: openssl rand -base64 32 makes one',
]

export const serviceKeyRule: Rule = [
  (value) => typeof value === 'string' && value !== '',
  'must be a key that `npx sallyport keys add` made, such as sp_sk_…',
]

/**
 * Reports faults when a program starts, rather than when a request fails.
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
