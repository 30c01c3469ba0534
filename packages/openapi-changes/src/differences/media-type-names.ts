/** A media type as it is compared: UTF-8 is what everybody takes for granted. */
export const mediaTypeOf = (type: string): string =>
  type
    .toLowerCase()
    .replace(/\s+/g, '')
    .replace(/;charset=(?:utf-?8|"utf-?8")(?=;|$)/, '')

/** The ranges that a media type is within, the narrowest first. */
export const rangesOf = (type: string): string[] => {
  const [plain = ''] = type.split(';')
  return [plain, `${plain.split('/')[0]}/*`, '*/*'].filter((range) => range !== type)
}
