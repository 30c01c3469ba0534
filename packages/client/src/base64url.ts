/** Bytes as letters that need no escaping in an address or a cookie (RFC 4648 §5, without padding). */
export const base64url = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** @returns no bytes at all for invalid base64url */
export const fromBase64url = (text: string): Uint8Array<ArrayBuffer> => {
  try {
    const raw = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
    return Uint8Array.from(raw, (letter) => letter.charCodeAt(0))
  } catch {
    return new Uint8Array()
  }
}
