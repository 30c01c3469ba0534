import { auth0 } from './auth0.ts'
import { betterAuth } from './better-auth.ts'
import { clerk } from './clerk.ts'
import { cognito } from './cognito.ts'
import { devise } from './devise.ts'
import { django } from './django.ts'
import { firebase } from './firebase.ts'
import { keycloak } from './keycloak.ts'
import { laravel } from './laravel.ts'
import type { Origin } from './origin.ts'
import { supabase } from './supabase.ts'

/** Systems whose exports are read as they are. */
export const origins: Readonly<Record<string, Origin>> = {
  supabase,
  auth0,
  firebase,
  keycloak,
  'better-auth': betterAuth,
  clerk,
  django,
  devise,
  laravel,
  cognito,
}
