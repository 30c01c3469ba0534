import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const root = join(import.meta.dirname, '../..')
const run = promisify(execFile)

/** Packs the client and installs the tarball, as an application does. @returns the application's folder: nothing else is in it */
export const installClient = async (): Promise<string> => {
  const [workshop, folder] = [await newFolder(), await newFolder()]
  const tarball = await packClient(workshop)
  await writeFile(join(folder, 'package.json'), '{"private":true,"type":"module"}')
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock']
  await run('npm', ['install', '--offline', ...quiet, tarball], { cwd: folder })
  return folder
}

/** Its sources, and what builds them, where nobody else builds at the same time. @returns its folder there */
export const copyClient = async (workshop: string): Promise<string> => {
  const home = join(workshop, 'packages/client')
  await mkdir(join(workshop, 'contract'))
  await cp(join(root, 'contract/wire.ts'), join(workshop, 'contract/wire.ts'))
  const isSource = (path: string) => !/packages\/client\/(node_modules|build|dist)$/.test(path)
  await cp(join(root, 'packages/client'), home, { recursive: true, filter: isSource })
  await symlink(join(root, 'node_modules'), join(workshop, 'node_modules'))
  return home
}

/** @returns the path of the tarball */
const packClient = async (workshop: string): Promise<string> => {
  const pack = join(root, 'tools/pack/main.ts')
  const { stdout } = await run(process.execPath, [pack, workshop, 'sallyport-client'])
  return stdout.trim()
}

const newFolder = () => mkdtemp(join(tmpdir(), 'sallyport-client-'))
