import { createHash } from 'node:crypto'

/** Of the console on a telephone: nothing to press is smaller than 44 pixels, whatever stands beside it. */
const consoleOnPhones = `
.bar ul { display: flex; flex-wrap: wrap }
.wide:has(.bar) { padding-top: 8px }
.wide:has(.bar) main { padding: 20px }
.wide:has(.bar) :is(a, .bare, .small) { display: inline-flex; align-items: center; min-width: 44px; min-height: 44px }
.bar ul { margin: 0 0 8px; font-size: .9rem }
.bar a { padding: 0 10px }
.bar ~ main .buttons li { flex: 1 1 100% }
.bar ~ main .small { justify-content: center }
.bar ~ main .buttons .small { width: 100% }
.bar ~ main .choices { gap: 0 16px }`

/** Of every page, in light and dark, from 320 pixels on. Contrast is that of WCAG 2.2 AA or better. */
const rules = ({ brand, isConsole }: Sheet) => `
:root { color-scheme: light dark; --ink: #1b2430; --soft: #556070; --paper: #fff; --ground: #f4f5f7; --line: #d5d9e0; --edge: #7b8594; --link: #1d4ed8; --brand: ${brand}; --bad: #b42318; --badground: #fef3f2; --good: #067647; --goodground: #ecfdf3 }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e9ef; --soft: #a3adbb; --paper: #1a212c; --ground: #10151d; --line: #343e4c; --edge: #7f8b9b; --link: #8ab4ff; --bad: #ffa198; --badground: #3a1b1a; --good: #75e0a7; --goodground: #12301f } }
* { box-sizing: border-box }
html { -webkit-text-size-adjust: 100% }
body { display: grid; grid-template-columns: minmax(0, 27rem); place-content: safe center; min-height: 100dvh; margin: 0; padding: 24px 16px; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; overflow-wrap: break-word }
.wide { display: block; padding-top: clamp(16px, 7vh, 72px) }
.wide > * { max-width: 58rem; margin: 0 auto }
header { display: flex; justify-content: center; align-items: center; gap: 16px; padding: 0 4px 16px; font-weight: 600 }
header img { display: block; height: 32px; max-width: 100% }
header form { margin: 0 }
.wide header { justify-content: space-between }
main { padding: 28px; background: var(--paper); border: 1px solid var(--line); border-radius: 14px }
h1 { margin: 0 0 16px; font-size: 1.4rem; line-height: 1.3; letter-spacing: -.01em }
h2 { margin: 28px 0 8px; font-size: 1.05rem }
p, ul, form, .note { margin: 0 0 16px }
main > :last-child, form > :last-child { margin-bottom: 0 }
label { display: block; margin: 0 0 4px; padding: 0; font-weight: 600 }
label + .soft { margin-bottom: 6px }
input { width: 100%; min-height: 44px; margin: 0 0 16px; padding: 9px 12px; border: 1px solid var(--edge); border-radius: 9px; background: transparent; color: inherit; font: inherit }
input[aria-invalid] { margin-bottom: 6px; border-color: var(--bad); box-shadow: 0 0 0 1px var(--bad) }
input.code { font: 600 1.25rem/1.4 ui-monospace, Menlo, Consolas, monospace; letter-spacing: .12em }
button, .button { display: block; width: 100%; min-height: 44px; margin: 0 0 12px; padding: 10px 20px; border: 1px solid transparent; border-radius: 9px; background: var(--brand); color: #fff; font: inherit; font-weight: 600; text-align: center; text-decoration: none; cursor: pointer }
input:has(+ .show) { padding-right: 7rem }
input[type=checkbox] { flex: none; width: 24px; min-height: 24px; margin: 0; accent-color: var(--link) }
.check { display: flex; align-items: center; gap: 10px }
.check label { margin: 0; padding: 10px 0; font-weight: inherit }
.hides { position: relative }
.show { position: absolute; top: 10px; right: 14px }
[hidden] { display: none }
.plain { border-color: var(--edge); background: transparent; color: inherit }
.small { display: inline-block; width: auto; min-height: 32px; margin: 0; padding: 4px 12px; font-size: .9rem }
.bare { width: auto; min-height: 24px; margin: 0; padding: 0; border: 0; border-radius: 2px; background: none; color: var(--link); font-weight: inherit; text-decoration: underline }
.danger { border-color: var(--bad); background: transparent; color: var(--bad) }
a { color: var(--link) }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px }
.soft, footer { color: var(--soft); font-size: .9rem }
.note { padding: 10px 14px; border-radius: 9px }
.bad { background: var(--badground); color: var(--bad) }
.good { background: var(--goodground); color: var(--good) }
.note:focus { outline: 0 }
.wrong { color: var(--bad); font-size: .9rem }
.button + p { margin-top: 20px }
.or { display: flex; align-items: center; gap: 12px; color: var(--soft) }
form[hidden] + .or { display: none }
.or::before, .or::after { content: ''; flex: 1; border-top: 1px solid var(--line) }
.row { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: center; gap: 8px 16px; padding: 12px 0; border-top: 1px solid var(--line) }
.row p, .row form, .row h2 { margin: 0 }
.row > div { flex: 1 1 15rem; min-width: 0 }
.row h2 { font-size: 1rem }
.icon { flex: none; align-self: flex-start; width: 24px; fill: none; stroke: var(--soft); stroke-width: 2 }
.row > .icon + div { flex-basis: 11rem }
.list > .row:first-child { border-top: 0 }
.wide main form > input, .wide main form > .hides, .wide main form > label, .wide main form > .soft, .wide main > form > button, .wide main p > .button, .wide .or { max-width: 24rem }
.list { padding: 0; list-style: none }
footer, footer div, footer form { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 16px }
footer button { font-size: inherit }
footer { justify-content: space-between; padding: 16px 4px 0 }
footer form { margin: 0 }
nav ul { margin: 0 0 16px; padding: 0; list-style: none }
nav a { display: block; padding: 8px 12px; border-radius: 9px; color: inherit; text-decoration: none }
nav a[aria-current] { background: var(--paper); font-weight: 600; box-shadow: inset 0 0 0 1px var(--line) }
nav a:hover { text-decoration: underline }
.facts { margin: 0 0 16px }
.facts > div { display: flex; flex-wrap: wrap; gap: 0 16px; padding: 8px 0; border-top: 1px solid var(--line) }
.facts > div:first-child { border-top: 0 }
.facts dt { flex: 0 0 11rem; color: var(--soft) }
.facts dd { flex: 1 1 14rem; min-width: 0; margin: 0 }
.buttons, .choices { display: flex; flex-wrap: wrap; gap: 8px; padding: 0; list-style: none }
.choices { gap: 4px 16px }
.choices [aria-current] { color: inherit; font-weight: 600; text-decoration: none }
code { font: .9em ui-monospace, Menlo, Consolas, monospace; overflow-wrap: anywhere }
.chart { display: block; width: 100%; height: 6rem; margin: 0 0 8px }
.in { fill: var(--link); color: var(--link) }
.out { fill: var(--bad); color: var(--bad) }
.codes { columns: 13rem 2; white-space: nowrap; padding: 0; list-style: none; font: 600 1.05rem/1.9 ui-monospace, Menlo, Consolas, monospace }
.secret { font: 600 1rem/1.7 ui-monospace, Menlo, Consolas, monospace; word-spacing: .35em }
.qr { width: 14rem; max-width: 100%; margin: 0 0 16px }
.qr svg { display: block; border: 1px solid var(--line); border-radius: 9px }
.paper { display: none }
@media (min-width: 48rem) { .columns { display: grid; grid-template-columns: 13rem 1fr; gap: 0 28px; align-items: start } }
@media (max-width: 47.99rem) { nav:not(.bar) li + li, nav:not(.bar) [aria-current] { display: none } nav:not(.bar) a::before { content: '\\2190\\a0' / '' } ${isConsole ? consoleOnPhones : ''} }
@media (forced-colors: active) { button, .button { border-color: ButtonText } }
@media print { body { padding: 0; background: #fff; color: #000 } header form, nav, footer, form, .screen { display: none } .paper { display: block } main { border: 0 } }
`

type Style = { css: string; hash: string }

type Sheet = {
  /** What buttons are filled with; their words are white. */
  brand: string
  isConsole: boolean
}

/** @returns the style sheet, and its hash for a policy */
export const styleOf = (sheet: Sheet): Style => {
  const key = JSON.stringify(sheet)
  const known = made.get(key)
  if (known) return known
  const css = rules(sheet).replace(/\s*([{};,])\s*|(?<=:) /g, '$1')
  const style = { css, hash: createHash('sha256').update(css).digest('base64') }
  made.set(key, style)
  return style
}

const made = new Map<string, Style>()
