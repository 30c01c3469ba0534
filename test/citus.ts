import { mkdirSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { citusCluster, citusPrograms } from './support/citus-cluster.ts'

/**
 * A coordinator and three workers for the tests, on ports 4500 to 4503 of loopback:
 * CITUS_BIN=…/bin npx node test/citus.ts start|stop|wipe FOLDER
 */
const [action, folder] = process.argv.slice(2)
if (!citusPrograms || !folder || !['start', 'stop', 'wipe'].includes(`${action}`))
  throw new Error('CITUS_BIN=… npx node test/citus.ts start|stop|wipe FOLDER')

mkdirSync(folder, { recursive: true })
// as the guide says, or the doctor finds fault with it
const more = "citus.recover_2pc_interval = '1s'\n"
const nodes = await citusCluster(resolve(folder), [4500, 4501, 4502, 4503], { more })
if (action === 'start') process.stdout.write(`TEST_DATABASE_URL=${nodes[0]?.url} npm test\n`)
else for (const node of nodes) node.stop()
if (action === 'wipe') rmSync(folder, { recursive: true })
