import type { FastifyRequest } from 'fastify'
import type { Operation } from './operation.ts'

/** Whether a person in front of a browser sees the answer, even if it is a refusal: the JSON interface stays JSON. */
export const asksForPage = ({ headers, routeOptions }: FastifyRequest): boolean => {
  const { operation } = (routeOptions?.config ?? {}) as { operation?: Operation }
  return isForHtml(headers.accept) && (operation === undefined || isForPeople(operation))
}

/** By an `Accept`: a browser asks for it by name where it goes to a page (Fetch §2.2.2), and a program doesn't. */
export const isForHtml = (accept = ''): boolean => /\btext\/html\b/.test(accept)

const isForPeople = ({ isForBrowsers, answers }: Operation): boolean =>
  isForBrowsers !== undefined || Object.values(answers).some(([, type]) => type?.includes('Html'))
