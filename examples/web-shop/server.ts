/** A shop whose pages are rendered by its server. */
import express from 'express'
import { account, customersOnly, signInAgain } from './account.ts'
import { escaped, page } from './pages.ts'

const links = (paths: Record<string, string>) =>
  Object.entries(paths)
    .map(([path, text]) => `<p><a href="${path}">${text}</a>`)
    .join('')

const shop = express()
shop.use(account)

shop.get('/', async ({ sallyport }, response) => {
  const own = {
    '/orders': 'Your orders',
    '/set-up-app': 'Set up an authenticator app',
    '/sign-out': 'Sign out',
  }
  const everybody = { '/sign-in': 'Sign in', '/register': 'Create an account' }
  response.send(page('Shop', links((await sallyport.isSignedIn()) ? own : everybody)))
})

shop.get('/orders', customersOnly, async ({ sallyport }, response) => {
  const { id, email } = await sallyport.account.get()
  response.send(page('Your orders', `<p>Nothing yet, ${escaped(email)} (customer ${id}).`))
})

shop.use(signInAgain)

const server = shop.listen(Number(process.env.PORT ?? 4000), '127.0.0.1', () =>
  process.stdout.write(`The shop is open at http://127.0.0.1:${Object(server.address()).port}\n`),
)
