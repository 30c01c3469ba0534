import ipaddr from 'ipaddr.js'

/**
 * @returns the /48 around an IPv6 network of 64 bits: many customers get one, and so 65,536 of the smaller ones.
 * Otherwise undefined
 */
export const wideNetwork = (bucket: string): string | undefined => {
  if (!bucket.endsWith('/64')) return
  const [{ parts }] = ipaddr.IPv6.parseCIDR(bucket)
  return `${new ipaddr.IPv6([...parts.slice(0, 3), 0, 0, 0, 0, 0])}/48`
}
