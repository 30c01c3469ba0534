import { giveUp } from './not-plain.ts'

/** A key is a name like others, whatever objects have by nature. One that is there already is a mistake. */
export const setMember = (object: Record<string, unknown>, key: string, value: unknown): void => {
  if (Object.hasOwn(object, key)) giveUp()
  if (key === '__proto__')
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true })
  else object[key] = value
}
