import type { FastifyRequest } from 'fastify'
import { crossSite } from '../errors.ts'

/**
 * Accepts only requests of this service's own pages, by `Sec-Fetch-Site`, which pages cannot forge, or in older
 * browsers by `Origin`.
 * @throws 403
 */
export const requireSameOrigin = ({ headers }: FastifyRequest, publicUrl: string | undefined): void => {
  const site = headers['sec-fetch-site']
  const isOurs = site === undefined ? isOwn(headers, publicUrl) : site === 'same-origin'
  if (!isOurs) throw crossSite()
}

/** Whether another site's page sent a browser here. Older browsers do not say. */
export const isFromElsewhere = ({ headers }: FastifyRequest): boolean =>
  ['cross-site', 'same-site'].includes(String(headers['sec-fetch-site']))

const isOwn = ({ origin, host }: FastifyRequest['headers'], publicUrl: string | undefined) =>
  origin !== undefined &&
  (publicUrl ? origin === new URL(publicUrl).origin : [`http://${host}`, `https://${host}`].includes(origin))
