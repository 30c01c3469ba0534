/** The site that the pages belong to. */
export type Site = {
  /** Ends titles, and begins the names of feeds. */
  name: string
  /** Paths from the root of the site, as in `docs/page.css`. */
  style: string
  icon: string
  /** The navigation of every page, by paths from the root. */
  sections: readonly { path: string; text: string }[]
  /** An OpenAPI document, by whose tags changes are grouped where those of a release have none. */
  tagged?: object
  /** Whether its feeds are elsewhere. */
  isWithoutFeeds?: boolean
}
