/** What a mail says, in somebody's language. The layouts make text and HTML of it. */
export type Content = {
  subject: string
  /** Paragraphs before the button and the code. */
  lead: readonly string[]
  button?: { label: string; url: string }
  /** To be typed where there is no button to press. */
  code?: { label: string; text: string }
  /** What happened, by what it is called: when, where from. */
  facts?: readonly (readonly [name: string, value: string])[]
  /** Paragraphs after all of that. */
  rest: readonly string[]
}
