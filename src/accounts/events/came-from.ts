import type { Client } from '../../deps.ts'
import type { Event } from './events.ts'

/** Of events that a request causes: the address is kept, and the notice says the device, too. */
export const cameFrom = ({
  address,
  userAgent,
}: Pick<Client, 'address' | 'userAgent'>): Required<Pick<Event, 'address' | 'aside'>> => ({
  address,
  aside: { userAgent },
})
