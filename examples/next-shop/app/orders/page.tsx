import { customer } from '../../account.ts'

export default async function Orders() {
  const { id, email } = await customer('/orders')
  return (
    <>
      <h1>Your orders</h1>
      <p>
        Nothing yet, {email} (customer {id}).
      </p>
    </>
  )
}
