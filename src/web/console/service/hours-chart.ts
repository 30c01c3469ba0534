import type { Overview } from '#contract/admin.ts'
import { type Html, html } from '#platform/html.ts'
import type { Visit } from '../../pages/hosted-page.ts'

const height = 100
const barWidth = 8
const gap = 2

/** Sign-ins above refusals, a bar for each hour. Its words say the sums, for people who do not see it. */
export const hoursChart = ({ words }: Visit, { hours }: Pick<Overview, 'hours'>): Html => {
  const { chart, legend } = words.console.overview
  const sumOf = (part: 'signIns' | 'refusals') => hours.reduce((sum, hour) => sum + hour[part], 0)
  const most = Math.max(1, ...hours.map(({ signIns, refusals }) => signIns + refusals))
  const said = chart(sumOf('signIns'), sumOf('refusals'))
  const bars = hours.map(({ signIns, refusals }, nth) => {
    const [above, below] = [signIns, refusals].map((count) => Math.round((count / most) * height))
    const x = nth * (barWidth + gap)
    return html`${bar(x, height - above! - below!, above!, 'in')}${bar(x, height - below!, below!, 'out')}`
  })
  const width = hours.length * (barWidth + gap)
  return html`<svg class="chart" viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" role="img" aria-label="${said}">${bars}</svg>
<p class="soft"><b class="in">■</b> ${legend.signIns} <b class="out">■</b> ${legend.refusals}. ${said}</p>`
}

const bar = (x: number, y: number, tall: number, look: 'in' | 'out'): Html | undefined =>
  tall > 0 ? html`<rect class="${look}" x="${x}" y="${y}" width="${barWidth}" height="${tall}"/>` : undefined
