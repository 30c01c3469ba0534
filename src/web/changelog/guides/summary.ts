/** What a list of documents says of one: its heading, and its first sentence without links, which is empty if it begins by code. */
export type Summary = { title: string; about: string }

/** Every guide begins by what its readers have at its end. */
const opening = /^At the end of (?:this guide|it),? /

export const summaryOf = (text: string): Summary => {
  const [, title = '', lead = ''] = /^# (.+)\n+((?:(?!```).+\n)*)/.exec(text) ?? []
  const words = lead.replaceAll('\n', ' ').replace(/\[([^\]]+)\]\([^)]+\)/g, '$1')
  const [sentence = ''] = /^.+?[.:](?= |$)/.exec(words) ?? []
  const told = sentence.replace(opening, '').replace(/:$/, '.')
  return { title, about: told.charAt(0).toUpperCase() + told.slice(1) }
}
