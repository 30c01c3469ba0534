/** Such as `1 account` and `2 accounts`. */
export const numberOf = (count: number, thing: string): string => `${count} ${thing}${count === 1 ? '' : 's'}`
