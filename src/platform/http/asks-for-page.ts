import type { FastifyRequest } from 'fastify'
import type { Operation } from './operation.ts'

/** Whether a person at a browser sees the answer, even a refusal: the JSON interface stays JSON. */
export const asksForPage = ({ headers, routeOptions }: FastifyRequest): boolean => {
  const { operation } = (routeOptions?.config ?? {}) as { operation?: Operation }
  return isForHtml(headers.accept) && (operation === undefined || isForPeople(operation))
}

/** By `Accept`: a browser names HTML when it navigates (Fetch §2.2.2), and a program does not. */
export const isForHtml = (accept = ''): boolean => /\btext\/html\b/.test(accept)

const isForPeople = ({ isForBrowsers, answers }: Operation): boolean =>
  isForBrowsers !== undefined || Object.values(answers).some(([, type]) => type?.includes('Html'))
