import { after } from 'node:test'
import { buildApp } from '../../src/app.ts'
import type { Config } from '../../src/config/config.ts'
import type { Deps } from '../../src/deps.ts'
import { type Published, published } from '../../src/web/changelog/published.ts'
import type { TestService } from './service.ts'

type Changes = Partial<Omit<Deps, 'config'>> & {
  config?: Partial<Config>
  published?: Partial<Published>
}

/**
 * A second instance of the service on the same database, with other parts or settings and a port of its own. Ends with
 * the test, or the file, that starts it.
 */
export const startVariant = async (
  service: TestService,
  { published: told, ...changes }: Changes,
): Promise<TestService> => {
  const config = Object.freeze({ ...service.deps.config, ...changes.config })
  const deps: Deps = Object.freeze({ ...service.deps, ...changes, config })
  const app = await buildApp(deps, () => {}, { ...published, ...told })
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const stop = () => app.close()
  after(stop)
  return { ...service, address, deps, stop }
}
