import { exportUser } from '../../src/flows/operators/acts/export.ts'
import { oneArg } from '../commands/args.ts'
import { jsonText, note } from '../commands/output.ts'
import { newFile } from '../new-file.ts'
import { noAccount } from './find-user.ts'
import { actor, withAccount } from './with-account.ts'

const usage = 'users export EMAIL|ID [--output FILE]'
const allRows = Number.MAX_SAFE_INTEGER - 1

export const exportAccount = {
  usage,
  about: 'Write everything held about a person as JSON. The file must not exist yet.',
  run: (args: string[]): Promise<void> => {
    const { operand: name, values } = oneArg(usage, args, { output: { type: 'string' } })
    return withAccount(name, async (account) => {
      const everything = async () => {
        const exported = await exportUser(account, account.userId, actor, allRows)
        if (!exported) throw noAccount(name)
        return `${jsonText(exported, 2)}\n`
      }
      if (values.output === undefined) return void process.stdout.write(await everything())
      await using output = await newFile(values.output)
      await output.write(async (file) => {
        await file.writeFile(await everything())
        await file.sync()
      })
      note(`Everything about ${name} is in ${values.output}.`)
    })
  },
}
