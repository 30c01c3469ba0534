import router from '@adonisjs/core/services/router'
import vine from '@vinejs/vine'
import User from './user.ts'

const credentials = vine.create({ email: vine.string().email(), password: vine.string() })
const newUser = vine.create({
  email: vine.string().email().maxLength(254).unique({ table: 'users', column: 'email' }),
  password: vine.string().minLength(8).maxLength(128).confirmed(),
})

router.use([
  () => import('@adonisjs/core/bodyparser_middleware'),
  () => import('@adonisjs/auth/initialize_auth_middleware'),
])

router.get('/ready', () => ({ status: 'ok' }))

router.get('/me', ({ auth }) => auth.use('api').authenticate())

router.post('/register', async ({ auth, request, response }) => {
  const { email, password } = await request.validateUsing(newUser)
  const user = await User.create({ email, password })
  response.created(await auth.use('api').createToken(user))
})

router.post('/sign-in', async ({ auth, request }) => {
  const { email, password } = await request.validateUsing(credentials)
  return auth.use('api').createToken(await User.verifyCredentials(email, password))
})

// Access tokens are not refreshed but replaced: the new one is made, the present one is deleted
router.post('/refresh', async ({ auth }) => {
  const user = await auth.use('api').authenticate()
  const token = await auth.use('api').createToken(user)
  await auth.use('api').invalidateToken()
  return token
})
