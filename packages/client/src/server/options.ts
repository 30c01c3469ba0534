import { addressIn, isAddress, type Rule } from '../options.ts'

export const originRule: Rule = [
  (value) => isAddress(value) && addressIn(value)?.origin === String(value).toLowerCase().replace(/\/$/, ''),
  'must be the origin of your application and nothing more, such as https://shop.example.com',
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
