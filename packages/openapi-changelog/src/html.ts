/** Markup that is safe to send. */
export type Html = { readonly markup: string }

type Value = string | number | undefined | Html | readonly Html[]

/** Builds markup. Text is escaped, for content and quoted attributes alike; `undefined` becomes nothing. */
export const html = (parts: TemplateStringsArray, ...values: readonly Value[]): Html => ({
  markup: parts.reduce((before, part, index) => `${before}${markupOf(values[index - 1])}${part}`),
})

const markupOf = (value: Value): string => {
  if (value === undefined) return ''
  if (typeof value === 'object')
    return [value]
      .flat()
      .map(({ markup }) => markup)
      .join('')
  return escaped(String(value))
}

/** Escapes `>` too, so that no `]]>` can end a CDATA section around it. */
export const escaped = (text: string): string =>
  showable(text).replace(/[&<>"'`]/g, (char) => `&#${char.charCodeAt(0)};`)

/** Replaces the characters that neither HTML nor XML may hold (XML 1.0 §2.2). */
export const showable = (text: string): string =>
  text.replace(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
