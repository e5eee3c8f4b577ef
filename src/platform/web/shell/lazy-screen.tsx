import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { ensureLabels } from '../i18n.ts'
import type { ScreenEntry } from './routing.ts'
import { portalSetup } from './setup.ts'

/** A screen's script that has not come by then counts as failed. */
export const CHUNK_TIMEOUT_MS = 120_000

/** The script of a screen could not be loaded: slow or gone network, or a new version on the server. */
export class ChunkError extends Error {
  constructor(cause: unknown) {
    super('chunk', { cause })
    this.name = 'ChunkError'
  }
}

/** The result of `work`, or ChunkError when it fails or takes longer than `ms`. */
export function withinTime<T>(work: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new ChunkError(new Error(`no answer in ${ms} ms`))), ms)
    work.then(resolve, (error: unknown) => reject(new ChunkError(error))).finally(() => clearTimeout(timer))
  })
}

const loaded = new Map<string, LazyExoticComponent<ComponentType>>()

/** The component of a screen; its script and the labels of its module are fetched when it is first drawn. */
function screenComponent(entry: ScreenEntry): LazyExoticComponent<ComponentType> {
  const { path } = entry.screen
  const known = loaded.get(path)
  if (known) return known
  const load = portalSetup().modules.find((module) => module.manifest.screens.includes(entry.screen))?.screens[path]
  const component = lazy(async () => {
    if (!load) throw new ChunkError(new Error(`no component for ${path}`))
    const [module] = await withinTime(Promise.all([load(), ensureLabels([entry.module])]), CHUNK_TIMEOUT_MS)
    return module
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
