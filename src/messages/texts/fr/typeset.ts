const noBreak = '\u00a0'

/** French text: the space before `?`, `!`, `:` and `;`, and inside `« »`, does not break. */
export const fr = (strings: TemplateStringsArray, ...values: unknown[]): string =>
  String.raw({ raw: strings.map((text) => text.replace(/ (?=[?!:;»])|(?<=«) /g, noBreak)) }, ...values)
