/** Whether one number is a whole multiple of another, by their decimals: 0.3 is one of 0.1. */
export const isMultiple = (one: number | bigint, other: number | bigint): boolean => {
  const [mine, theirs] = [decimalOf(one), decimalOf(other)]
  if (theirs.digits === 0n) return false
  const least = Math.min(mine.exponent, theirs.exponent)
  return scaled(mine, least) % scaled(theirs, least) === 0n
}

/** The digits, and by which power of ten they count. */
type Decimal = { digits: bigint; exponent: number }

const decimalOf = (value: number | bigint): Decimal => {
  const [, whole = '', fraction = '', exponent = '0'] =
    /^-?(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(`${value}`) ?? []
  return { digits: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length }
}

const scaled = ({ digits, exponent }: Decimal, least: number): bigint =>
  digits * 10n ** BigInt(exponent - least)
