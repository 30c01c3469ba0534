import { isRefused, Offline } from '/sallyport-client/index.js'

export const at = (id) => document.getElementById(id)

/** Shows one section, and takes people's focus along. */
export const show = (id) => {
  for (const section of document.querySelectorAll('main > section')) section.hidden = section.id !== id
  at(`${id}-title`).focus()
}

/** Does something at each submit of a form. What goes wrong is shown beside its field. */
export const onSubmit = (id, work) => {
  const form = at(id)
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    await attempt(form, async () => {
      await work(Object.fromEntries(new FormData(form)))
      form.reset()
    })
  })
}

/** Does something at each click. What goes wrong is shown in the section of the button. */
export const onClick = (button, work) =>
  button.addEventListener('click', () => attempt(button.closest('section, form'), work, button))

/** Does something for a form or a button, but nothing twice at once. What goes wrong is shown in a part of the page. */
export const attempt = async (part, work, actor = part) => {
  if (actor.ariaBusy === 'true') return
  actor.ariaBusy = 'true'
  clear(part)
  try {
    await work()
  } catch (error) {
    explain(part, error)
  } finally {
    actor.ariaBusy = 'false'
  }
}

const clear = (part) => {
  part.querySelector('[role=alert]').textContent = ''
  for (const fault of part.querySelectorAll('.fault')) fault.remove()
  for (const field of part.querySelectorAll('[aria-invalid]')) field.removeAttribute('aria-invalid')
}

const explain = (part, error) => {
  const others = faultsOf(error).filter(({ field, message }) => !markField(part, field, message))
  part.querySelector('[role=alert]').textContent = others.map(({ message }) => message).join(' ')
  part.querySelector('[aria-invalid]')?.focus()
}

const faultsOf = (error) => {
  if (isRefused(error, 'invalid_fields')) return error.fields
  const field = isRefused(error, 'wrong_code') || isRefused(error, 'invalid_code') ? 'code' : ''
  return [{ field, message: wordsFor(error) }]
}

const wordsFor = (error) => {
  if (error instanceof Offline) return 'The service cannot be reached. Please try again.'
  if (!isRefused(error)) throw error
  const { attemptsLeft } = Object(error.details)
  if (attemptsLeft !== undefined) return `${error.message} Tries left: ${attemptsLeft}.`
  return error.retrySeconds > 0 ? `${error.message} Wait ${error.retrySeconds} seconds.` : error.message
}

/** @returns whether there is such a field */
const markField = (part, name, message) => {
  const field = name && part.querySelector(`input[name="${CSS.escape(name)}"]`)
  if (!field) return false
  const fault = document.createElement('span')
  Object.assign(fault, { className: 'fault', id: `${part.id}-${name}-fault`, textContent: message })
  field.closest('label').after(fault)
  field.setAttribute('aria-invalid', 'true')
  field.setAttribute('aria-describedby', fault.id)
  return true
}
