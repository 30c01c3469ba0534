import type { FastifyRequest } from 'fastify'
import { crossSite } from '../errors.ts'

/**
 * Lets through what a page of this service sent, and nothing that another site's page did. Browsers say where a request
 * comes from, and no page can make them say otherwise; those that do not know `Sec-Fetch-Site` say `Origin`.
 *
 * @throws 403
 */
export const demandSameOrigin = ({ headers }: FastifyRequest, publicUrl: string | undefined): void => {
  const site = headers['sec-fetch-site']
  const isOurs = site === undefined ? isOwn(headers, publicUrl) : site === 'same-origin'
  if (!isOurs) throw crossSite()
}

const isOwn = ({ origin, host }: FastifyRequest['headers'], publicUrl: string | undefined) =>
  origin !== undefined && origin === (publicUrl ? new URL(publicUrl).origin : `http://${host}`)
