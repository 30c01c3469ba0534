import { writeFile } from 'node:fs/promises'
import { Session } from 'node:inspector/promises'

// Loaded into a service: `SIGUSR2` begins a profile of its thread, and the next one writes it to the file `PROFILE`.
let session: Session | undefined

const begin = async (): Promise<Session> => {
  const begun = new Session()
  begun.connect()
  await begun.post('Profiler.enable')
  await begun.post('Profiler.start')
  return begun
}

process.on('SIGUSR2', async () => {
  if (!session) {
    session = await begin()
    return
  }
  const { profile } = await session.post('Profiler.stop')
  await writeFile(String(process.env.PROFILE), JSON.stringify(profile))
})
