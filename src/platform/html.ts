/** A piece of a page or a mail in which every text is escaped already. */
export type Html = { readonly markup: string }

type Inserted = string | number | Html | readonly Html[] | undefined

/** Builds markup. What is inserted is text, and escaped, unless it was built by this too. */
export const html = (strings: TemplateStringsArray, ...inserted: Inserted[]): Html => ({
  markup: String.raw({ raw: strings }, ...inserted.map(markupOf)),
})

const markupOf = (value: Inserted): string => {
  if (value === undefined) return ''
  if (typeof value === 'string' || typeof value === 'number') return escaped(String(value))
  return 'markup' in value ? value.markup : value.map(({ markup }) => markup).join('')
}

// also the quotes, for texts stand in attributes too
const escaped = (text: string) => text.replace(/[&<>"'`]/g, (char) => `&#${char.charCodeAt(0)};`)
