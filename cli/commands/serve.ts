import { serve } from '../../src/main.ts'
import type { Command } from './command.ts'

export const serveCommand: Command = {
  usage: 'serve',
  about: 'Run the service, configured by environment variables. The default.',
  most: 0,
  run: serve,
}
