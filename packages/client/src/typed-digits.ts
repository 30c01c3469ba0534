/**
 * A code as people type or paste it, for the only request whose published pattern is exactly six digits. The service
 * reads the others itself.
 */
export const typedDigits = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replace(/[\s\p{Pd}\p{Cf}−]/gu, '')
    .replace(/\p{Nd}/gu, asciiDigit)

/** Each script has its ten digits in a row (Unicode §4.6): a digit's value is how many precede it. */
const asciiDigit = (digit: string): string => {
  let value = 0
  while (/\p{Nd}/u.test(String.fromCodePoint((digit.codePointAt(0) ?? 0) - value - 1))) value++
  return String(value % 10)
}
