/** Markup whose texts are already escaped. */
export type Html = { readonly markup: string }

type Inserted = string | number | Html | readonly Html[] | undefined

/** Escapes what is inserted, unless it is `Html`. */
export const html = (strings: TemplateStringsArray, ...inserted: Inserted[]): Html => ({
  markup: String.raw({ raw: strings }, ...inserted.map(markupOf)),
})

const markupOf = (value: Inserted): string => {
  if (value === undefined) return ''
  if (typeof value === 'string' || typeof value === 'number') return escaped(String(value))
  return 'markup' in value ? value.markup : value.map(({ markup }) => markup).join('')
}

// quotes as well, for attributes; what HTML may not hold is replaced (HTML §13.1.4)
const escaped = (text: string) =>
  text
    .replace(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replace(/[&<>"'`]/g, (char) => `&#${char.charCodeAt(0)};`)
