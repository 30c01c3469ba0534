import type { Contender } from '../contender.ts'
import { sallyport } from './sallyport.ts'

/** Everything that is measured, in the order of the table. */
export const contenders: Contender[] = [sallyport]
