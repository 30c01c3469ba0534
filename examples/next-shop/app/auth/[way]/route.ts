import { addressIn, bff } from '../../../account.ts'

/** `/auth/login`, `/auth/callback`, `/auth/me` and `/auth/logout`. */
const answer = async (request: Request): Promise<Response> =>
  (await bff().handle(request, addressIn(request.headers))) ?? new Response(null, { status: 404 })

export { answer as GET, answer as POST }
