import type { ComponentType } from 'react'
import type { LabelSource } from '../../i18n.ts'
import type { WebModule } from '../../screens.ts'
import type { ClientApplication, SessionApi } from '../../session/session-api.ts'
import { allScreens, type ScreenEntry } from '../routing/routing.ts'

/** What core/iam brings into the shell: platform knows no module, the composition root hands these in. */
export interface Identity {
  api: SessionApi
  /** Where nobody is signed in. */
  signInPath: string
  /** Right end of the header: profile, sub-system switch, logout. */
  AccountMenu: ComponentType
  /** Opens the drawer with the person's own data. */
  openProfile: () => void
  /** Asks before the session is ended. */
  askSignOut: () => void
  /** Signing in again over the kept tabs; calls onDone when the session stands again. */
  SignInAgain: ComponentType<{ onDone: () => void }>
  /** Shown instead of the screens while the person must choose a new password. */
  PasswordRequired: ComponentType
}

export interface PortalSetup {
  modules: readonly WebModule[]
  labels: Readonly<Record<string, LabelSource>>
  identity: Identity
  /** Applications that do not open at '/', with the address where they do. */
  homes: Readonly<Record<string, string>>
  /** The screen that tells of any code where its money is, in ?reference=. */
  trace: { permission: string }
  /** Buttons of core modules in the header. */
  headerTools: Readonly<Record<string, ComponentType>>
}

let current: PortalSetup | undefined
let entries: ScreenEntry[] = []

export function provideSetup(setup: PortalSetup): void {
  current = setup
  entries = allScreens(setup.modules.map((module) => module.manifest))
}

export function portalSetup(): PortalSetup {
  if (!current) throw new Error('the portal has not been set up')
  return current
}

/** The calls behind the session. */
export const sessionApi = (): SessionApi => portalSetup().identity.api

export function screenEntries(): readonly ScreenEntry[] {
  return entries
}

/** The name of an application as the person's list has it, else its code. */
export function applicationName(applications: readonly ClientApplication[], code: string): string {
  return applications.find((one) => one.code === code)?.name ?? code
}
