import type { Page } from 'playwright-core'

/**
 * Does something that leads to another page, and waits until that has loaded. A click returns before the browser
 * navigates: reads may see either page, and navigating at once cancels the first navigation.
 */
export const leave = async (page: Page, act: () => Promise<unknown>): Promise<void> => {
  const arrival = page.waitForEvent('framenavigated', (frame) => frame === page.mainFrame())
  await Promise.all([arrival, act()])
  await page.waitForLoadState()
}

/** Presses a button that leads to another page, after a passkey is used, too. */
export const press = (page: Page, name: string): Promise<void> => leave(page, () => pressHere(page, name))

/** Presses a button that stays on the page, or starts a download. Wait for its effect. */
export const pressHere = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click()

/** Follows the first link of that name to another page. */
export const follow = (page: Page, name: string): Promise<void> =>
  leave(page, () => page.getByRole('link', { name, exact: true }).first().click())

/** Twice, unless a script has made the second field needless. */
export const typeNewPassword = async (page: Page, password: string): Promise<void> => {
  await page.fill('#password', password)
  const again = page.locator('#passwordConfirmation')
  if (await again.isVisible()) await again.fill(password)
}

/** Waits for the page of that title, after any number of redirecting pages. */
export const comesTo = async (page: Page, title: string): Promise<void> => {
  await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
  await page.waitForLoadState()
}

/** Of the present page: `press` and `follow` have waited for it. */
export const titleOf = (page: Page): Promise<string> => page.locator('h1').innerText()
export const newsOf = (page: Page): Promise<string> => page.locator('[role=status]').innerText()
