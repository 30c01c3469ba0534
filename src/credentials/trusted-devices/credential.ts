import type { Remembered } from '../credential.ts'
import { deleteDevices } from './queries.ts'

/**
 * Stands for the second step of a sign-in where it was taken before, and proves nothing. The author of a change may have made any of
 * them, with a code that was seen once, so that undoing one deletes them all: their owners are asked once more.
 */
export const trustedDevice: Remembered = {
  kind: 'trusted_device',
  proves: 'nothing',
  amr: [],
  standsAlone: false,
  deleteAll: deleteDevices,
  deleteSince: deleteDevices,
}
