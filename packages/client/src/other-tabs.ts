import type { Context } from './context.ts'
import { keptIn, type Store } from './store.ts'

/** A browser's event in other tabs for a change in `localStorage`, or in this tab's frames for `sessionStorage`. */
type StorageChange = Event & {
  storageArea: unknown
  key: string | null
  oldValue: string | null
  newValue: string | null
}

/** Reports another tab's change at once, before the next call would notice. */
export const listenToTabs = (store: Store, onChange: Context['tell']) => {
  let isSignedIn = false
  const tell: Context['tell'] = (change) => {
    isSignedIn = change.state === 'signed_in'
    onChange(change)
  }
  const listen = (event: Event) => {
    const { storageArea, key, oldValue, newValue } = event as StorageChange
    if (storageArea !== globalThis.localStorage) return
    const [before, after] = [keptIn(oldValue), keptIn(newValue)]
    // `localStorage.clear()` names no key, and no former value
    const isNews = key === null ? isSignedIn : key === store.key && before?.id !== after?.id
    if (isNews) tell({ state: after ? 'signed_in' : 'signed_out', cause: 'elsewhere' })
  }
  const page = globalThis as unknown as EventTarget
  page.addEventListener('storage', listen)
  store.read().then(
    (kept) => {
      isSignedIn ||= kept !== undefined
    },
    // the first call will report it
    () => {},
  )
  return { tell, ignoreTabs: () => page.removeEventListener('storage', listen) }
}
