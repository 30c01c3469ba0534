import type { Config } from './config.ts'

type Policy = { config: Pick<Config, 'twoFactor' | 'twoFactorFrom'>; now: () => number }

/** Whether nobody signs in without a second factor by now. */
export const isTwoFactorRequired = ({ config: { twoFactor, twoFactorFrom }, now }: Policy): boolean =>
  twoFactor === 'required' && (twoFactorFrom === undefined || twoFactorFrom.getTime() <= now())
