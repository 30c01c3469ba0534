import type { Change } from '../src/change.ts'
import type { Release } from '../src/releases.ts'

const text = (...unshowable: string[]) =>
  `<script>alert("1")</script> ]]> & ]]>]]> <![CDATA[ </code></li> <!-- "quoted" 'quoted' &lt; &amp; ` +
  `${unshowable.join('')} <img src=x onerror=alert(2)> é 😀 \u2028`

/** What a description may hold that is neither text for HTML nor for XML. */
export const hostileText = text('\0', '\b', '\ufffe', '\ud800')

/** What is left of it for a reader. */
export const shownText = text('\ufffd', '\ufffd', '\ufffd', '\ufffd')

/** A change that breaks nothing, unless it says otherwise. */
export const newChange = (changes: Partial<Change> = {}): Change => ({
  kind: 'added',
  target: 'GET /things',
  operation: 'GET /things',
  path: '/paths/~1things/get',
  rule: 'operation-added',
  breaking: false,
  reason: 'The operation is new.',
  deprecatedBefore: false,
  ...changes,
})

/** A release of an interface with the given paths. */
export const newRelease = (
  version: string,
  {
    date = '2026-01-01',
    branch = 'main',
    changes = [],
    paths = {},
  }: Partial<Release> & { paths?: object } = {},
): Release => ({
  version,
  date,
  branch,
  changes,
  openapi: { openapi: '3.1.0', info: { title: 'Things', version }, paths },
})

/** Everything about it was written by somebody who means harm. */
export const hostileRelease = newRelease(`9.9.9-${hostileText}`, {
  date: '2026-02-02',
  branch: hostileText,
  changes: [
    newChange({ target: `GET /${hostileText} · response.200`, reason: hostileText, rule: hostileText }),
    newChange({
      kind: 'removed',
      breaking: true,
      reason: `Gone. ${hostileText}`,
      operations: [hostileText],
      accepted: hostileText,
    }),
  ],
})
