/** Which of two versions comes first, for sorting: below zero if it is the first one (SemVer 2.0.0 §11). */
export const compareVersions = (one: string, other: string): number => {
  const [mine, theirs] = [partsOf(one), partsOf(other)]
  const byNumbers = compareLists(mine.numbers, theirs.numbers)
  if (byNumbers !== 0) return byNumbers
  // a release follows its pre-releases
  if (!mine.before || !theirs.before) return Number(!mine.before) - Number(!theirs.before)
  return compareLists(mine.before, theirs.before)
}

/** Ignores a leading `v` and everything after a plus sign. */
const partsOf = (version: string) => {
  const [, numbers = '', before] = /^v?([^-+]*)(?:-([^+]*))?/.exec(version) ?? []
  return { numbers: numbers.split('.'), before: before?.split('.') }
}

/** Of lists with a common beginning, the shorter one comes first. */
const compareLists = (one: string[], other: string[]): number => {
  for (const [index, mine] of one.entries()) {
    const theirs = other[index]
    const order = theirs === undefined ? 1 : compareParts(mine, theirs)
    if (order !== 0) return order
  }
  return one.length - other.length
}

/** Numbers come before words. */
const compareParts = (one: string, other: string): number => {
  const [isNumber, isOtherNumber] = [/^\d+$/.test(one), /^\d+$/.test(other)]
  if (isNumber !== isOtherNumber) return isNumber ? -1 : 1
  if (isNumber) return Number(one) - Number(other)
  if (one === other) return 0
  return one < other ? -1 : 1
}
