// In the package, the contract itself stands here.
export type * from '../../../contract/wire.ts'
