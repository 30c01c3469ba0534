// The viewer follows a class, and a person's system preference may change while the page is open.
const dark = matchMedia('(prefers-color-scheme: dark)')
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', follow)
follow()

SwaggerUIBundle({
  url: document.getElementById('viewer').dataset.document,
  dom_id: '#viewer',
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  // no requests to anybody else
  validatorUrl: null,
})
