import type { Metadata } from 'next'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { isSignedIn } from '../account.ts'

export const metadata: Metadata = { title: 'Shop' }

export default async function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <nav>
          <Link href="/">Shop</Link> <Link href="/orders">Your orders</Link>{' '}
          <Link href="/settings">Settings</Link>{' '}
          {(await isSignedIn()) ? (
            <form action="/auth/logout" method="post">
              <button type="submit">Sign out</button>
            </form>
          ) : (
            <>
              <Link href="/auth/login">Sign in</Link>{' '}
              <Link href="/auth/login?prompt=create">Create an account</Link>
            </>
          )}
        </nav>
        <main>{children}</main>
      </body>
    </html>
  )
}
