import { isRefused } from '/sallyport-client/index.js'
import { at, onClick, onSubmit } from './forms.js'

const labels = { password: 'Your password', totp: 'The code that your authenticator app shows' }

/** @returns does something, and once more after a fresh proof of identity where the service asks for one */
export const provenBy = (sallyport) => {
  const dialog = at('prove')
  let method = 'password'

  onSubmit('prove-form', async ({ answer }) => {
    await sallyport.account.prove(
      method === 'password' ? { method, password: answer } : { method, code: answer },
    )
    dialog.close('proven')
  })
  onClick(at('prove-cancel'), () => dialog.close())

  return async (work) => {
    try {
      return await work()
    } catch (error) {
      if (!isRefused(error, 'reauthentication_required')) throw error
      method = Object.keys(labels).find((known) => error.details.methods.includes(known))
      if (!method) throw error
      at('prove-label').textContent = labels[method]
      dialog.returnValue = ''
      dialog.showModal()
      await new Promise((resume) => dialog.addEventListener('close', resume, { once: true }))
      if (dialog.returnValue !== 'proven') throw error
      return work()
    }
  }
}
