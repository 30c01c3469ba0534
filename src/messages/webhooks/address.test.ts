import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressFault } from './address.ts'

const faults: Record<string, string | undefined> = {
  'https://93.184.215.14/hook': undefined,
  'https://[2606:2800:21f:cb07:6820:80da:af6b:8b2c]:8443/hook?tenant=1': undefined,
  'http://localhost:3000/': undefined,
  'http://intranet.example/': 'https',
  'https://10.0.0.5/': undefined,
  'not an address': 'url',
  'ftp://93.184.215.14/': 'url',
  'https://93.184.215.14/#part': 'url',
  [`https://93.184.215.14/${'a'.repeat(2_000)}`]: 'url',
  'http://93.184.215.14/': 'https',
  'https://user@93.184.215.14/': 'credentials',
  'https://:password@93.184.215.14/': 'credentials',
  'https://127.0.0.1/': 'private',
  'http://127.0.0.1:9000/': 'private',
  'https://2130706433/': 'private',
  'https://0x7f.1/': 'private',
  'https://[::1]/': 'private',
  'https://[::ffff:169.254.169.254]/': 'private',
  'https://169.254.169.254/latest/meta-data': 'private',
  'https://10.0.0.6/': 'private',
  'https://100.64.0.1/': 'private',
  'https://[fd00::1]/': 'private',
}

test('an address is public and https, unless the operator named its host, and http on loopback only', async () => {
  for (const [url, fault] of Object.entries(faults))
    assert.equal(await addressFault(url, ['localhost', '10.0.0.5']), fault, url)
})
