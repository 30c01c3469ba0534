import { isRefusedAs } from '#platform/errors.ts'
import type { Onward, Visit } from '../hosted-page.ts'
import { paths } from '../paths.ts'
import type { Flow } from './flow.ts'

const nextSteps = [
  { code: 'two_factor_required', cookie: 'step', seconds: 5 * 60, path: paths.secondStep },
  { code: 'two_factor_enrolment_required', cookie: 'enrolment', seconds: 15 * 60, path: paths.enrolment },
] as const

/** Leads to the page of the next step, if one is needed: its challenge goes into a cookie, so that a reload finds it. */
export const leadingToNextStep = async (
  { cookies, at }: Visit,
  { parameters }: Flow,
  work: () => Promise<Onward>,
): Promise<Onward> => {
  try {
    return await work()
  } catch (error) {
    for (const { code, cookie, seconds, path } of nextSteps) {
      if (!isRefusedAs(error, code)) continue
      cookies.write(cookie, String(error.details.challenge), seconds)
      return { to: at(path, parameters) }
    }
    throw error
  }
}
