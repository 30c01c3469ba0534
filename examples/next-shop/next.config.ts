import type { NextConfig } from 'next'

// the client is a folder of the repository, and not from the registry
const config: NextConfig = { turbopack: { root: new URL('../..', import.meta.url).pathname } }

export default config
