import pg from 'pg'

/** Makes an empty database on the server. @returns its address */
export const createDatabase = async (server: string, name: string): Promise<string> => {
  const client = new pg.Client(server)
  await client.connect()
  await client.query(`create database ${name}`).finally(() => client.end())
  return Object.assign(new URL(server), { pathname: `/${name}` }).href
}
