import { Resvg, type ResvgRenderOptions } from '@resvg/resvg-js'
import decode from 'qr/decode.js'

/** What a reader sees in a QR code that is drawn as large as `fitTo` says. */
export const readQr = (dataUri: string, fitTo: Required<ResvgRenderOptions>['fitTo']): string => {
  const svg = Buffer.from(dataUri.slice(dataUri.indexOf(',') + 1), 'base64')
  const { width, height, pixels: data } = new Resvg(svg, { fitTo, background: 'white' }).render()
  return decode({ width, height, data })
}
