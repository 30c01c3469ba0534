import type { Config } from './config/config.ts'

/** Names the setting that is wrong. */
export const cannotListen = (config: Pick<Config, 'host' | 'port'>, cause: NodeJS.ErrnoException): Error => {
  const words = reasons(config)[String(cause.code)]
  return words ? new Error(words, { cause }) : cause
}

const reasons = ({ host, port }: Pick<Config, 'host' | 'port'>): Record<string, string> => ({
  EADDRINUSE: `PORT: ${port} is in use by another program. Stop that program, or set another PORT.`,
  EACCES: `PORT: this user may not listen on ${port}. Set a port above 1023.`,
  ENOTFOUND: `HOST: ${host} is not a known name. Set an address of this machine.`,
  EADDRNOTAVAIL: `HOST: ${host} is not an address of this machine.`,
})
