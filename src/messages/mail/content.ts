/** An email's words. The layouts turn them into text and HTML. */
export type Content = {
  subject: string
  lead: readonly string[]
  button?: { label: string; url: string }
  /** To type instead of pressing the button. */
  code?: { label: string; text: string }
  /** Labelled facts: when, where from. */
  facts?: readonly (readonly [name: string, value: string])[]
  rest: readonly string[]
  /** Where it is for somebody else than the owner of an account. */
  footer?: string
}
