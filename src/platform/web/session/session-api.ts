import type { Language } from '#kernel/language.ts'
import type { StoredTokens, Tokens } from './tokens.ts'

/** One application (sub-system) a person may enter. */
export interface ClientApplication {
  code: string
  name: string
}

/** One that the person signed in may enter. */
export interface OwnApplication extends ClientApplication {
  /** Addresses of the screens in its menu that the person sees. */
  screens: readonly string[]
}

/** Who is signed in, as the shell needs it. */
export interface SessionUser {
  account: string
  fullName: string
  mobile: string
  email: string
  /** Permission uris of the current application. */
  permissions: readonly string[]
  /** Permission uris that would be among them if the person's scope were the whole system. */
  beyondScope: readonly string[]
  /** Menu-gated screens that the rules let the person see. */
  menus: readonly string[]
  roles: readonly string[]
  /** Where the person works, as words; empty for nobody's unit. */
  unitName: string
  /** Applications the person may enter. */
  applications: readonly OwnApplication[]
  /** Nothing but changing the password is allowed. */
  mustChangePassword: boolean
}

/** The calls behind a session. Implemented by core/iam and handed in by the composition root: platform knows no module. */
export interface SessionApi {
  refresh(tokens: StoredTokens): Promise<Tokens>
  logout(tokens: StoredTokens): Promise<void>
  /** Tokens for another application, or null when there are none for this person. */
  exchange(clientId: string): Promise<Tokens | null>
  /** In the language of the page, or another. */
  info(language?: Language): Promise<SessionUser>
  /** All applications there are, in the language of the page. */
  applications(): Promise<readonly ClientApplication[]>
  /** Tells the server of a click, which moves its idle clock. */
  click(): Promise<void>
}
