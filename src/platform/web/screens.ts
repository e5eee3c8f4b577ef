import type { ComponentType } from 'react'
import type { WebManifest } from '#kernel/screens.ts'

export type ScreenLoader = () => Promise<{ default: ComponentType }>

/** A manifest with the component of each of its screens, each a chunk of its own. */
export interface WebModule {
  manifest: WebManifest
  screens: Readonly<Record<string, ScreenLoader>>
}

/**
 * Loads a screen that a sub-system stamps. Its file exports by default how it is made from what the sub-system says:
 * `stamped(() => import('./users-screen.tsx'), { import: paths.usersImport })`
 */
export function stamped<O>(load: () => Promise<{ default: (options: O) => ComponentType }>, options: O): ScreenLoader {
  return async () => ({ default: (await load()).default(options) })
}

/**
 * What a module's web/screens.ts exports: every path of the manifest with its component.
 * `defineScreens(manifest, { [paths.list]: () => import('./transaction-list.tsx') })`
 */
export function defineScreens<P extends string>(manifest: WebManifest<P>, screens: Readonly<Record<P, ScreenLoader>>): WebModule {
  return { manifest, screens }
}
