import type { Agent } from 'node:http'

/** As long as most servers keep theirs. */
const idleMs = 4_000

/**
 * Keeps connections for what is asked next. Each was to an address that was checked.
 * @returns the agent for an address, loaded when it is first asked for
 */
export const keptConnections = () => {
  const agents: Record<string, Promise<Agent>> = {}
  return {
    agentFor: ({ protocol }: URL): Promise<Agent> => {
      agents[protocol] ??= newAgent(protocol)
      return agents[protocol]
    },
    close: async () => {
      for (const agent of await Promise.all(Object.values(agents))) agent.destroy()
    },
  }
}

const newAgent = async (protocol: string): Promise<Agent> => {
  const { Agent: Kept } = protocol === 'https:' ? await import('node:https') : await import('node:http')
  return new Kept({ keepAlive: true, timeout: idleMs })
}
