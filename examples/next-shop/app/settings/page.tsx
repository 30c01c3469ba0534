import { customer } from '../../account.ts'

export default async function Settings() {
  const { email, twoFactor } = await customer('/settings')
  return (
    <>
      <h1>Settings</h1>
      <p>
        {email}, {twoFactor.enabled ? 'with' : 'without'} a second factor.
      </p>
    </>
  )
}
