import type { ComponentType } from 'react'
import type { WebManifest } from '#kernel/screens.ts'

export type ScreenLoader = () => Promise<{ default: ComponentType }>

/** The loader of each screen of a manifest, by its path. */
export type Screens = Readonly<Record<string, ScreenLoader>>

/** A manifest with the components of its screens, each a chunk of its own. */
export interface WebModule {
  manifest: WebManifest
  /** Where each component is: fetched with the first screen, because the list of all of them would weigh on every page. */
  screens: () => Promise<Screens>
}

/**
 * Loads a screen that a sub-system stamps. Its file exports by default how it is made from what the sub-system says:
 * `stamped(() => import('./users-screen.tsx'), { import: paths.usersImport })`
 */
export function stamped<O>(load: () => Promise<{ default: (options: O) => ComponentType }>, options: O): ScreenLoader {
  return stampedLater(load, async () => options)
}

/** Like stamped, where what the sub-system says is heavy: it is fetched with the first screen that needs it. */
export function stampedLater<O>(load: () => Promise<{ default: (options: O) => ComponentType }>, loadOptions: () => Promise<O>): ScreenLoader {
  return async () => {
    const [screen, options] = await Promise.all([load(), loadOptions()])
    return { default: screen.default(options) }
  }
}

/**
 * What a sub-system's web/screens.ts exports by default: every path of the manifest with its component.
 * `defineScreens(manifest, { [paths.list]: () => import('./transaction-list.tsx') })`
 */
export function defineScreens<P extends string>(_manifest: WebManifest<P>, screens: Readonly<Record<P, ScreenLoader>>): Screens {
  return screens
}
