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

const tags = ['Orders', 'Customers and their addresses', 'Invoices', 'Stock', 'Deliveries', 'Reports']

/** A long history: `count` releases, of which every fourth has hundreds of changes, and some none. */
export const longHistory = (count: number): Release[] => {
  const names = tags.flatMap((tag, nth) =>
    Array.from({ length: 8 }, (_, at) => ({
      tag,
      path: `/${tag.split(' ')[0]?.toLowerCase()}/${at}-${nth}`,
    })),
  )
  const paths = Object.fromEntries(names.map(({ tag, path }) => [path, { get: { tags: [tag] } }]))
  const changesOf = (nth: number): Change[] => {
    const many =
      nth % 4 === 0 ? names : nth % 4 === 1 ? names.slice(0, 3) : nth % 4 === 2 ? names.slice(0, 1) : []
    return many.flatMap(({ path }, at) => [
      newChange({
        target: `GET ${path} · response.200.body.note`,
        operation: `GET ${path}`,
        path: `/${path}/a`,
        rule: 'response-property-added-optional',
        reason: 'There is a new optional property, and no client has to change.',
      }),
      ...['409', '410'].map((status) =>
        newChange({
          target: `GET ${path} · response.${status}`,
          operation: `GET ${path}`,
          path: `/${path}/${status}`,
          rule: 'response-error-status-added',
          reason: 'The operation may now fail with another status.',
        }),
      ),
      newChange({
        kind: 'modified',
        target: `GET ${path} · request.query.page`,
        operation: `GET ${path}`,
        path: `/${path}/c`,
        rule: 'request-parameter-maximum-raised',
        reason: 'The maximum changed from 50 to 100, and valid requests stay valid.',
      }),
      ...(at % 3 === 0
        ? [
            newChange({
              kind: 'removed',
              breaking: true,
              target: `GET ${path} · response.200.body.count`,
              operation: `GET ${path}`,
              path: `/${path}/d`,
              rule: 'response-property-removed',
              reason:
                'The property was removed without being deprecated first, so clients do not find what they expect.',
            }),
          ]
        : []),
    ])
  }
  return Array.from({ length: count }, (_, nth) => ({
    ...newRelease(`${count - nth}.0.0`, {
      date: `20${String(25 - Math.floor(nth / 12)).padStart(2, '0')}-${String(12 - (nth % 12)).padStart(2, '0')}-09`,
      changes: changesOf(nth),
      paths,
    }),
    ...(nth % 4 === 0 && {
      words:
        'Pages may have a hundred entries now, and every object can carry a note.\n\nThe counts are gone: they were wrong whenever somebody wrote at the same moment. Count the pages instead.',
    }),
  }))
}
