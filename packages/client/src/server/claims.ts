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
 * Whether a header is one by which proxies tell where a request came from, and what it asked for. Upstreams count, build
 * addresses and allow by them, and a browser can make them up as well.
 */
export const isClaim = (name: string): boolean => {
  // CGI, WSGI, Rack and PHP don't tell `x_real_ip` from `x-real-ip`
  const dashed = name.replaceAll('_', '-')
  return others.includes(dashed) || families.some((family) => dashed.startsWith(family))
}
