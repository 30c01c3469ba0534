import type { Context } from './context.ts'

/** What a browser tells the other tabs of a change in `localStorage`. */
type StorageChange = Event & { key: string | null; oldValue: string | null; newValue: string | null }

/** Tells at once what the next call would find. @returns stops listening */
export const listenToTabs = ({ store, tell }: Context): (() => void) => {
  const page = globalThis as unknown as EventTarget
  const listen = (event: Event) => {
    const { key, oldValue, newValue } = event as StorageChange
    if (key !== store.key || (newValue === null) === (oldValue === null)) return
    tell({ state: newValue === null ? 'signed_out' : 'signed_in', cause: 'elsewhere' })
  }
  page.addEventListener('storage', listen)
  return () => page.removeEventListener('storage', listen)
}
