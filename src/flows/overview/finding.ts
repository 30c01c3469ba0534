/** One line about an installation; `remedy`: what to do about a warning or failure. */
export type Finding = { status: 'ok' | 'warn' | 'fail'; message: string; remedy?: string }

export const ok = (message: string): Finding => ({ status: 'ok', message })
export const warn = (message: string, remedy: string): Finding => ({ status: 'warn', message, remedy })
export const fail = (message: string, remedy: string): Finding => ({ status: 'fail', message, remedy })
