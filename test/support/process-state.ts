import http from 'node:http'
import https from 'node:https'
import tls from 'node:tls'
import { isDeepStrictEqual } from 'node:util'

/** What belongs to the whole process, and would outlive a test that changes it. */
export type ProcessState = Record<string, unknown>

export const processState = (): ProcessState => ({
  'the user': [process.geteuid?.(), process.getegid?.()],
  'the umask': process.umask(),
  'the working directory': process.cwd(),
  'the environment': { ...process.env },
  'the listeners of signals': listening((name) => name.startsWith('SIG')),
  'the listeners of errors': listening((name) => ['uncaughtException', 'unhandledRejection'].includes(name)),
  'the clock': [Date, performance.now],
  'the timers': [setTimeout, setInterval, setImmediate, queueMicrotask],
  'the global agents': [http.globalAgent, https.globalAgent, http.globalAgent.maxSockets],
  'the trusted certificates': authorities(),
  fetch: [fetch, Reflect.get(globalThis, Symbol.for('undici.globalDispatcher.1'))],
})

/** The differences from before, a line each. */
export const changesBetween = (before: ProcessState, after: ProcessState): string[] =>
  Object.keys(before)
    .filter((name) => !isSame(before[name], after[name]))
    .map((name) => `It changed ${name} of its process, in which other files run.`)

// a dispatcher or an agent is itself, whatever it has open; the first comes with the first request
const isSame = (one: unknown, other: unknown): boolean =>
  Array.isArray(one) && Array.isArray(other)
    ? one.every((part, at) => part === undefined || Object.is(part, other[at]))
    : isDeepStrictEqual(one, other)

// the bundled ones and the system's overlap, until somebody sets them
const authorities = () =>
  new Set(tls.getCACertificates('default').map((pem) => pem.replaceAll(/\s/g, ''))).size

const listening = (fits: (name: string) => boolean) => {
  const names = process.eventNames().filter((name) => fits(String(name)))
  return Object.fromEntries(names.map((name) => [name, process.listenerCount(name)]))
}
