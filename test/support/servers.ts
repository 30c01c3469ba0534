import { query } from './cluster.ts'

/** The server itself; if it is a coordinator of Citus, its workers behind it. */
export const serversOf = async (url: string): Promise<string[]> => {
  const [{ hasCitus } = {}] = await query(
    url,
    `select exists (select from pg_extension where extname = 'citus') as "hasCitus"`,
  )
  if (!hasCitus) return [url]
  const workers = await query(
    url,
    'select nodename as host, nodeport as port from pg_dist_node where groupid > 0 and shouldhaveshards order by nodeid',
  )
  return [url, ...workers.map(({ host, port }) => withParts(url, { host: `${host}:${port}` }))]
}

export const databaseOn = (server: string, name: string): string =>
  withParts(server, { pathname: `/${name}` })

/** One statement on each: a coordinator's workers have a database of the same name. */
export const onEach = async (servers: readonly string[], text: string): Promise<void> => {
  await Promise.all(servers.map((server) => query(server, text)))
}

const withParts = (url: string, parts: Partial<URL>): string => Object.assign(new URL(url), parts).href
