import { encode } from 'uqr'

// ISO/IEC 18004 §9.1: readers need four modules of white around it
const border = 4

/** As a data URI. */
export const qrCode = (text: string): string =>
  `data:image/svg+xml;base64,${Buffer.from(qrSvg(text)).toString('base64')}`

/** A QR code as an SVG: a stroke for each run of dark modules, which takes a fifth of a square for each. */
export const qrSvg = (text: string): string => {
  const { data, size } = encode(text, { border })
  const strokes = data.map((row, y) => strokesOf(row, y)).join('')
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">` +
    `<path fill="#fff" d="M0 0h${size}v${size}H0z"/>` +
    `<path stroke="#000" transform="translate(0 .5)" d="${strokes}"/></svg>`
  )
}

const strokesOf = (row: readonly boolean[], y: number): string => {
  const runs = row
    .map((isDark) => (isDark ? 'x' : ' '))
    .join('')
    .matchAll(/x+/g)
  let endsAt = 0
  return Array.from(runs, ({ 0: run, index }) => {
    const move = endsAt === 0 ? `M${index} ${y}` : `m${index - endsAt} 0`
    endsAt = index + run.length
    return `${move}h${run.length}`
  }).join('')
}
