import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'

/** Warns at each start if a pair may be repeated after its access token has expired. */
export const tellLifetimes = (
  { accessTokenSeconds, refreshRetrySeconds }: Pick<Config, 'accessTokenSeconds' | 'refreshRetrySeconds'>,
  log: Pick<Logger, 'warn'>,
): void => {
  if (accessTokenSeconds < refreshRetrySeconds)
    log.warn(
      'ACCESS_TOKEN_SECONDS is shorter than REFRESH_RETRY_SECONDS: a repeated refresh may answer with an expired access token.',
    )
}
