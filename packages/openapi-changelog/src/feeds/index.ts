export { feeds } from './feed.ts'
