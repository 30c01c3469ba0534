/** Headers as fetch has them, or as Node does. */
export type AnyHeaders = Headers | Record<string, string | string[] | undefined>

export const headerOf = (headers: AnyHeaders, name: string): string | undefined => {
  if (headers instanceof Headers) return headers.get(name) ?? undefined
  const value = headers[name]
  return Array.isArray(value) ? value.join(', ') : value
}
