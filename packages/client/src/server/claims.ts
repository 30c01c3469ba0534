// `forwarded-for`, `x-forwarded-host`, `x-original-url`, …
const families = ['forwarded', 'x-forwarded', 'x-original-']

const others = [
  'x-real-ip',
  'x-client-ip',
  'x-remote-ip',
  'x-remote-addr',
  'x-originating-ip',
  'x-forward-for',
  'x-azure-clientip',
  'x-envoy-external-address',
  'proxy-client-ip',
  'wl-proxy-client-ip',
  'cloudfront-forwarded-proto',
  'x-cluster-client-ip',
  'true-client-ip',
  'cf-connecting-ip',
  'cf-connecting-ipv6',
  'fastly-client-ip',
  'fly-client-ip',
  'front-end-https',
  'x-host',
  'x-rewrite-url',
  'x-scheme',
  'x-url-scheme',
]

/**
 * Whether proxies use a header to report a request's origin and target. Upstreams limit, build addresses and authorise
 * by them, and a browser can forge them as well.
 */
export const isClaim = (name: string): boolean => {
  // CGI, WSGI, Rack and PHP do not distinguish `x_real_ip` from `x-real-ip`
  const dashed = name.replaceAll('_', '-')
  return others.includes(dashed) || families.some((family) => dashed.startsWith(family))
}
