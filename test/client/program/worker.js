import { walk } from './walk.js'

export default { test: (_controller, { url }) => walk(url) }
