import type { OperationName } from './contender.ts'
import type { Row } from './report.ts'

const plotted: [OperationName, string][] = [
  ['check', 'Checks of an access token, a second'],
  ['refresh', 'Refreshes, a second'],
  ['sign-in', 'Sign-ins with a password, a second'],
]
// it uses no database, and beside its bar the others would be stubs
const tooFast = 'node-http'
const width = 720
const left = 190
const right = 70
const line = 24
const heading = 40

/** Bars, one for each contender, in a picture of SVG that reads on light and on dark. */
export const plot = (rows: readonly Row[]): string => {
  let y = 0
  const parts = plotted.flatMap(([operation, title]) => {
    const group = rows
      .filter((row) => row.operation === operation && row.connections === 16 && row.contender !== tooFast)
      .sort((a, b) => b.perSecond - a.perSecond)
    if (group.length === 0) return []
    const most = Math.max(...group.map(({ perSecond }) => perSecond))
    y += heading
    const drawn = [`<text x="0" y="${y - 12}" class="title">${title}</text>`]
    for (const { contender, perSecond } of group) {
      const length = ((width - left - right) * perSecond) / most
      const own = contender.startsWith('sallyport') ? ' class="own"' : ''
      drawn.push(
        `<text x="${left - 8}" y="${y + 15}" text-anchor="end">${contender}</text>`,
        `<rect x="${left}" y="${y + 3}" width="${length.toFixed(1)}" height="${line - 7}" rx="2"${own}/>`,
        `<text x="${(left + length + 6).toFixed(1)}" y="${y + 15}">${Math.round(perSecond).toLocaleString('en')}</text>`,
      )
      y += line
    }
    return drawn
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${y + 8}" font-family="system-ui, sans-serif" font-size="12">
<title>What each does in a second</title>
<style>text{fill:#57606a}.title{font-size:14px;font-weight:600}rect{fill:#9aa4af}.own{fill:#0a7d5a}@media(prefers-color-scheme:dark){text{fill:#9da7b3}rect{fill:#57606a}.own{fill:#2fbf8f}}</style>
${parts.join('\n')}
</svg>
`
}
