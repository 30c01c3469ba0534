import { after } from 'node:test'

const works: (() => unknown)[] = []

/** Like `after`, but what was begun last ends first: a service before its database. */
export const atEnd = (work: () => unknown): void => {
  if (works.push(work) > 1) return
  after(async () => {
    for (const last of works.splice(0).reverse()) await last()
  })
}
