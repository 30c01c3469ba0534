/**
 * Runs command lines one after the other in this process, because starting Node for each takes longer than their work.
 * Writes how each ended as a list of `{ status, stdout, stderr }`.
 */
const lists: string[][] = JSON.parse(process.argv[2] ?? '[]')
const write = process.stdout.write.bind(process.stdout)
const ended: object[] = []
for (const [nth, args] of lists.entries()) {
  const said = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    process[name].setMaxListeners(0)
    process[name].write = (text: unknown) => {
      said[name] += text
      return true
    }
  }
  process.argv.splice(2, process.argv.length, ...args)
  process.exitCode = undefined
  // a name of its own makes it run anew
  await import(`../../cli/main.ts?${nth}`)
  ended.push({ status: process.exitCode ?? 0, ...said })
}
process.exitCode = 0
write(JSON.stringify(ended))
