import { readFile } from 'node:fs/promises'
import { version } from '#platform/version.ts'
import { site } from '../site.ts'
import { contents } from './contents.ts'
import { papers } from './papers.ts'
import { summaryOf } from './summary.ts'

type AddressOf = (path: string) => string

const leadOf = (
  version: string,
  page: string,
) => `> A self-hosted account service: registration, sign-in, two-factor authentication, passkeys, sessions and account recovery, over HTTP and JSON.

This is version ${version}. Code that calls it is best written by [the page for coding agents](${page}), which says what to call and what never to do, and by the interface in OpenAPI.`

const interfaces = [
  ['The interface', '/openapi.json', 'Every operation for applications, in OpenAPI 3.1.'],
  ['Its changelog', '/changelog.json', 'What changed in each release, and whether it breaks clients.'],
] as const

/** What a language model reads first: the documents with what each is about, as https://llmstxt.org has it. */
export const llmsText = async (addressOf: AddressOf): Promise<string> => {
  const sections = await Promise.all(
    contents.map(async ({ title, papers }) => section(title, await Promise.all(papers.map(line(addressOf))))),
  )
  const page = addressOf('/docs/guides/for-coding-agents.md')
  const linked = interfaces.map(([name, path, about]) => `- [${name}](${addressOf(path)}): ${about}`)
  return `${[`# ${site.name}`, leadOf(await version(), page), section('Interface', linked), ...sections].join('\n\n')}\n`
}

const section = (title: string, lines: readonly (string | undefined)[]) =>
  [`## ${title}`, '', ...lines.filter((line) => line !== undefined)].join('\n')

const line = (addressOf: AddressOf) => async (path: string) => {
  const at = papers.get(path)
  if (!at) return undefined
  const { title, about } = summaryOf(await readFile(at, 'utf8'))
  return `- [${title}](${addressOf(`/docs/${path}`)})${about && `: ${about}`}`
}
