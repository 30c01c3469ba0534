import { buildApp } from './app.ts'
import { cannotListen, type Listened } from './cannot-listen.ts'
import type { Config } from './config/config.ts'
import type { Deps } from './deps.ts'
import { type Module, modules } from './modules.ts'
import { published } from './web/changelog/published.ts'

type App = Awaited<ReturnType<typeof buildApp>>

type Listening = { addresses: string[]; close(): Promise<unknown> }

/** Listens on `HOST` and `PORT`, and, for operators, on `ADMIN_LISTEN`. @throws with everything closed again */
export const startListening = async (deps: Deps, served: readonly Module[] = modules): Promise<Listening> => {
  const apps: App[] = []
  const close = () => Promise.all(apps.map((app) => app.close()))
  const addresses: string[] = []
  try {
    for (const { at, serves } of listenersOf(deps.config, served)) {
      const app = await buildApp(deps, () => {}, toldBy(serves), serves)
      apps.push(app)
      addresses.push(await listenAt(app, at))
    }
    return { addresses, close }
  } catch (error) {
    await close()
    throw error
  }
}

const listenersOf = (
  { host, port, adminListen }: Config,
  served: readonly Module[],
): { at: Listened; serves: readonly Module[] }[] => {
  const main = { host, port, settings: { host: 'HOST', port: 'PORT' } }
  if (!adminListen) return [{ at: main, serves: served.filter(({ isOnlyApart }) => !isOnlyApart) }]
  const settings = { host: 'ADMIN_LISTEN', port: 'ADMIN_LISTEN' }
  return [
    { at: main, serves: served.filter(({ isForOperators }) => !isForOperators) },
    { at: { ...adminListen, settings }, serves: served.filter(({ isForOperators }) => isForOperators) },
  ]
}

// deprecations only exist in the applications' interface
const toldBy = (served: readonly Module[]) =>
  served.every(({ isForOperators }) => isForOperators) ? { ...published, deprecations: [] } : published

const listenAt = (app: App, at: Listened) =>
  app
    .listen({ host: at.host, port: at.port, listenTextResolver: (address) => `listening at ${address}` })
    .catch((cause) => {
      throw cannotListen(at, cause)
    })
