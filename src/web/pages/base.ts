import type { Config } from '../../config/config.ts'
import { withParameters } from '../../flows/return/redirect-uri.ts'
import type { Visit } from './hosted-page.ts'

/** @returns the address of one of our pages, below the service's */
export const atBase = ({ publicUrl }: Pick<Config, 'publicUrl'>): Visit['at'] => {
  const base = publicUrl ? new URL(publicUrl).pathname.replace(/\/$/, '') : ''
  return (path, parameters = {}) => base + withParameters(path, parameters)
}
