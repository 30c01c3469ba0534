/**
 * A code as people type or paste it, for the one request whose published pattern is six digits and nothing else. The
 * service reads the others itself.
 */
export const typedDigits = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replace(/[\s\p{Pd}\p{Cf}−]/gu, '')
    .replace(/\p{Nd}/gu, asciiDigit)

/** Each script has its ten in a row (Unicode §4.6), so that as many stand before one as it is worth. */
const asciiDigit = (digit: string): string => {
  let value = 0
  while (/\p{Nd}/u.test(String.fromCodePoint((digit.codePointAt(0) ?? 0) - value - 1))) value++
  return String(value % 10)
}
