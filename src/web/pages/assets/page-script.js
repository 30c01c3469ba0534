for (const field of document.querySelectorAll('.hides input')) {
  const { show, hide } = field.parentNode.dataset
  const button = document.createElement('button')
  const turn = (isShown) => {
    field.type = isShown ? 'text' : 'password'
    button.textContent = isShown ? hide : show
    button.setAttribute('aria-label', `${button.textContent}: ${field.labels[0].textContent}`)
  }
  button.type = 'button'
  button.className = 'bare show'
  button.onclick = () => turn(field.type === 'password')
  turn()
  field.after(button)
  const again = field.form.querySelector('input.again')
  if (again) {
    again.required = false
    again.labels[0].hidden = again.hidden = true
  }
  field.form.addEventListener('submit', () => {
    // a browser keeps no password that is sent from a field of text
    turn()
    if (again) again.value = field.value
  })
}
;(() => {
  if (!window.PublicKeyCredential || !navigator.credentials) return
  const bytes = (text) =>
    Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (letter) => letter.charCodeAt(0))
  const text = (buffer) =>
    btoa(String.fromCharCode(...new Uint8Array(buffer)))
      .replace(/[+]/g, '-')
      .replace(/[/]/g, '_')
      .replace(/=+$/, '')
  const listed = (list) => list?.map((one) => ({ ...one, id: bytes(one.id) }))
  const optionsOf = ({ challenge, user, allowCredentials, excludeCredentials, ...options }) => ({
    ...options,
    challenge: bytes(challenge),
    ...(user && { user: { ...user, id: bytes(user.id) } }),
    ...(allowCredentials && { allowCredentials: listed(allowCredentials) }),
    ...(excludeCredentials && { excludeCredentials: listed(excludeCredentials) }),
  })
  const jsonOf = (credential) => {
    const { id, type, response } = credential
    const parts = ['clientDataJSON', 'attestationObject', 'authenticatorData', 'signature', 'userHandle']
    const present = parts.filter((name) => response[name]?.byteLength)
    const { credProps } = credential.getClientExtensionResults()
    return JSON.stringify({
      id,
      rawId: id,
      type,
      clientExtensionResults: { credProps },
      response: {
        ...Object.fromEntries(present.map((name) => [name, text(response[name])])),
        transports: response.getTransports ? response.getTransports() : [],
      },
    })
  }
  for (const note of document.querySelectorAll('[data-without-passkeys]')) note.hidden = true
  let waiting, isAsking
  const ask = async (form, options, more) => {
    const publicKey = optionsOf(JSON.parse(options))
    const credential = await navigator.credentials[form.dataset.passkey]({ publicKey, ...more })
    form.elements.credential.value = jsonOf(credential)
    form.submit()
  }
  for (const form of document.querySelectorAll('form[data-passkey]')) {
    form.hidden = false
    const failed = form.querySelector('[role=alert]')
    // one request at a time: the button ends that of the fields, which comes back if nobody answers the button's
    const offerInFields = () => {
      if (form.dataset.autofill === undefined || !PublicKeyCredential.isConditionalMediationAvailable) return
      PublicKeyCredential.isConditionalMediationAvailable()
        .then((isAvailable) => {
          if (!isAvailable || isAsking) return
          waiting = new AbortController()
          return ask(form, form.dataset.options, { mediation: 'conditional', signal: waiting.signal })
        })
        .catch(() => {})
    }
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      if (isAsking) return
      isAsking = true
      if (waiting) waiting.abort()
      failed.textContent = ''
      ask(form, form.dataset.options).catch((error) => {
        failed.textContent = error.name === 'InvalidStateError' ? form.dataset.known : form.dataset.failed
        isAsking = false
        offerInFields()
      })
    })
    offerInFields()
    const makeByItself = async ({ byItself }) => {
      const { conditionalCreate } = (await PublicKeyCredential.getClientCapabilities?.()) ?? {}
      if (!byItself || !conditionalCreate || isAsking) return
      waiting = new AbortController()
      await ask(form, byItself, { mediation: 'conditional', signal: waiting.signal })
    }
    makeByItself(form.dataset).catch(() => {})
  }
  for (const { dataset } of document.querySelectorAll('[data-signals]')) {
    const { rpId, userId, allAcceptedCredentialIds, name, displayName } = JSON.parse(dataset.signals)
    const tell = (signal, details) =>
      PublicKeyCredential[signal]?.({ rpId, userId, ...details }).catch(() => {})
    tell('signalAllAcceptedCredentials', { allAcceptedCredentialIds })
    tell('signalCurrentUserDetails', { name, displayName })
  }
  const ready = document.querySelector('[data-passkey-ready]')
  if (ready && PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable)
    PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable()
      .then((isAvailable) => {
        ready.value = isAvailable ? 'yes' : ''
      })
      .catch(() => {})
})()
