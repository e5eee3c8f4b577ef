import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { withWords } from '../../i18n.ts'
import { portalSetup } from '../preferences/setup.ts'
import { ChunkError, persistently, setTrouble } from './chunks.ts'
import type { ScreenEntry } from './routing.ts'

const loaded = new Map<string, LazyExoticComponent<ComponentType>>()

/** The component of a screen; its script and the labels of its module are fetched when it is first drawn. */
function screenComponent(entry: ScreenEntry): LazyExoticComponent<ComponentType> {
  const { path } = entry.screen
  const known = loaded.get(path)
  if (known) return known
  const module = portalSetup().modules.find(({ manifest }) => manifest.screens.includes(entry.screen))
  const component = lazy(async () => {
    const load = async () => {
      const screen = (await module?.screens())?.[path]
      if (!screen) throw new ChunkError(new Error(`no component for ${path}`))
      return screen()
    }
    try {
      return await persistently(
        () => withWords(load, entry.module),
        undefined,
        () => setTrouble(path, true),
      )
    } finally {
      setTrouble(path, false)
    }
  })
  loaded.set(path, component)
  return component
}

/** Draws a screen. Stands inside the error boundary: what is drawn again after a failure asks for the component anew. */
export function Screen({ entry }: { entry: ScreenEntry }) {
  const Component = screenComponent(entry)
  return <Component />
}

/** After a failure the next drawing fetches again. */
export function forgetScreen(path: string): void {
  loaded.delete(path)
}
