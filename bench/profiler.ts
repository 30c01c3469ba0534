import { rename, writeFile } from 'node:fs/promises'
import { Session } from 'node:inspector/promises'

// Loaded into a service: `SIGUSR2` begins a profile of its thread, and the next one writes it to the file `PROFILE`.
const file = String(process.env.PROFILE)
let session: Session | undefined

const begin = async () => {
  session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.start')
}

const end = async (begun: Session) => {
  session = undefined
  const { profile } = await begun.post('Profiler.stop')
  begun.disconnect()
  await writeFile(`${file}.part`, JSON.stringify(profile))
  await rename(`${file}.part`, file)
}

process.on('SIGUSR2', () => void (session ? end(session) : begin()))
