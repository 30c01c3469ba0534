import pg from 'pg'

const patienceMs = 2_000

/** A connection to one server, apart from the pool. @throws the driver's error, if nothing answers in two seconds */
export const withBriefClient = async <Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> => {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: patienceMs,
    query_timeout: patienceMs,
    application_name: 'sallyport-doctor',
  })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}
