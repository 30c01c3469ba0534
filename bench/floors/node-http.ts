import { createServer } from 'node:http'

// What Node and the socket cost by themselves: the answer of `GET /users/me`, looked up nowhere
const account = {
  id: '01890a5d-ac96-774b-bcce-b302099a8057',
  email: '01890a5d-ac96-774b-bcce-b302099a8057@example.com',
  emailVerified: false,
  createdAt: '2026-01-01T00:00:00.000Z',
  language: null,
  twoFactor: { enabled: false, backupCodesLeft: 0 },
}

createServer((_request, response) => {
  const body = JSON.stringify(account)
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) })
  response.end(body)
}).listen(Number(process.env.PORT), '127.0.0.1')
process.on('SIGTERM', () => process.exit(0))
