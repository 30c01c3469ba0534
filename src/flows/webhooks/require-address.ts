import type { Deps } from '#deps.ts'
import { type AddressFault, addressFault } from '#messages/webhooks/address.ts'
import { invalidFields } from '#platform/errors.ts'

const messages: Record<AddressFault, string> = {
  url: 'The url field must be an address such as https://app.example.com/webhooks, of at most 2000 characters and without a fragment',
  https: 'The url field must be https, or http on loopback',
  credentials:
    'The url field must not hold a user name or a password. Check the signature of each message instead',
  private:
    'The url field must lead to the public internet. The operator of the service can name a host of their own network in WEBHOOK_PRIVATE_HOSTS',
}

/** @throws 422 for an address that nothing is sent to */
export const requireAddress = async (
  { config }: { config: Pick<Deps['config'], 'webhookPrivateHosts'> },
  url: string,
): Promise<void> => {
  const fault = await addressFault(url, config.webhookPrivateHosts)
  if (fault) throw invalidFields([{ message: messages[fault], rule: fault, field: 'url' }])
}
