/** Where to listen, and the settings that decide it. */
export type Listened = { host: string; port: number; settings: { host: string; port: string } }

/** Names the wrong setting. */
export const cannotListen = (at: Listened, cause: NodeJS.ErrnoException): Error => {
  const words = reasons(at)[String(cause.code)]
  return words ? new Error(words, { cause }) : cause
}

const reasons = ({ host, port, settings }: Listened): Record<string, string> => ({
  EADDRINUSE: `${settings.port}: ${port} is in use by another program. Stop that program, or set another ${settings.port}.`,
  EACCES: `${settings.port}: this user may not listen on ${port}. Set a port above 1023.`,
  ENOTFOUND: `${settings.host}: ${host} is not a known name. Set an address of this machine.`,
  EADDRNOTAVAIL: `${settings.host}: ${host} is not an address of this machine.`,
})
