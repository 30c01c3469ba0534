import { rolldown } from 'rolldown'

/** One minified file of a program and all that it imports, as an application ships it. */
export const bundle = async (program: string): Promise<string> => {
  const build = await rolldown({ input: program, platform: 'browser' })
  const { output } = await build.generate({ minify: true })
  return output[0].code
}
