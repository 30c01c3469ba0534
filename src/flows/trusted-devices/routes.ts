import { endpoints } from '#platform/http/endpoint.ts'
import { authenticateOwner } from '#sessions/authenticate.ts'
import { forgetDevice, forgetDevices } from './forget.ts'
import { listTrustedDevices } from './list.ts'

const path = '/users/:id/trusted-devices'

export const deviceRoutes = endpoints((endpoint, deps) => {
  endpoint('GET', path, {
    summary: 'The devices on which signing in skips the second step, newest first.',
    answers: { 200: ['At most ten.', 'TrustedDevice[]'] },
    guard: authenticateOwner,
    handle: ({ who }) => listTrustedDevices(deps, who),
  })

  endpoint('DELETE', path, {
    summary: 'Stop trusting all devices. Sessions stay.',
    answers: { 204: ['The next sign-in on each of them takes the second step.'] },
    guard: authenticateOwner,
    handle: ({ who, client }) => forgetDevices(deps, who, client),
  })

  endpoint('DELETE', `${path}/:deviceId`, {
    summary: 'Stop trusting a device. Sessions stay.',
    answers: { 204: ['The next sign-in on it takes the second step.'] },
    guard: authenticateOwner,
    handle: ({ who, params: { deviceId }, client }) => forgetDevice(deps, who, deviceId, client),
  })
})
