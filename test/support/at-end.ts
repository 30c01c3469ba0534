import { AsyncLocalStorage } from 'node:async_hooks'
import { after } from 'node:test'

type Work = () => unknown

const ofFile: Work[] = []
const ofProcess: Work[] = []
const begunForProcess = new AsyncLocalStorage<true>()

/** Like `after`, but in reverse order: a service before its database. */
export const atEnd = (work: Work): void => {
  if (begunForProcess.getStore()) return void ofProcess.push(work)
  if (ofFile.push(work) === 1) after(() => endAll(ofFile))
}

/** Things started inside end with the process, not with the file that needs them first. */
export const forProcess = <Result>(begin: () => Result): Result => begunForProcess.run(true, begin)

export const endProcess = (): Promise<void> => endAll(ofProcess)

const endAll = async (works: Work[]): Promise<void> => {
  for (const last of works.splice(0).reverse()) await last()
}
