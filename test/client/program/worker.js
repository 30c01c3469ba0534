import { walk } from './walk.js'

export default { test: (_controller, { url, serviceKey }) => walk(url, serviceKey) }
