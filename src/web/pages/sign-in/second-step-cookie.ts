import { isRefusedAs } from '../../../platform/errors.ts'
import type { Onward, Visit } from '../hosted-page.ts'
import { paths } from '../paths.ts'
import type { Flow } from './flow.ts'

const stepSeconds = 5 * 60

/** Leads to the page of the second step, if one is needed: its challenge goes into a cookie, so that a reload finds it. */
export const orSecondStep = async (
  { cookies, at }: Visit,
  { parameters }: Flow,
  work: () => Promise<Onward>,
): Promise<Onward> => {
  try {
    return await work()
  } catch (error) {
    if (!isRefusedAs(error, 'two_factor_required')) throw error
    cookies.write('step', String(error.details.challenge), stepSeconds)
    return { to: at(paths.secondStep, parameters) }
  }
}
