/** Whose changelog it is, and what its pages stand among. */
export type Site = {
  /** What titles end with, and feeds begin with. */
  name: string
  /** Paths from the root of the site, as in `docs/page.css`. */
  style: string
  icon: string
  /** The pages that each page leads to, by their paths from the root: `changelog`, and others. */
  sections: readonly { path: string; text: string }[]
}
