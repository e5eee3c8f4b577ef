import { create } from 'zustand'

/** A script that has not come by then counts as failed: the page is offered to be loaded anew. */
export const CHUNK_TIMEOUT_MS = 120_000
const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 10_000

/** The script of a screen could not be loaded: slow or gone network, or a new version on the server. */
export class ChunkError extends Error {
  constructor(cause: unknown) {
    super('chunk', { cause })
    this.name = 'ChunkError'
  }
}

/** The result of `work`, or ChunkError when it fails or takes longer than `ms`. */
function withinTime<T>(work: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new ChunkError(new Error(`no answer in ${ms} ms`))), ms)
    work.then(resolve, (error: unknown) => reject(new ChunkError(error))).finally(() => clearTimeout(timer))
  })
}

/**
 * Fetches by `load`, again and again with growing pauses while it fails, for `ms` in all; then rejects with ChunkError.
 * `onFailure` hears of every attempt that will be repeated.
 */
export async function persistently<T>(load: () => Promise<T>, ms = CHUNK_TIMEOUT_MS, onFailure: () => void = () => undefined): Promise<T> {
  const end = Date.now() + ms
  for (let pause = FIRST_WAIT_MS; ; pause = Math.min(pause * 2, LONGEST_WAIT_MS)) {
    try {
      return await withinTime(load(), end - Date.now())
    } catch (error) {
      if (Date.now() + pause >= end) throw error
      onFailure()
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
}

/** Screens whose script has failed to come and is being fetched again. */
export const useTrouble = create<{ paths: ReadonlySet<string> }>(() => ({ paths: new Set() }))

export function setTrouble(path: string, trouble: boolean): void {
  const { paths } = useTrouble.getState()
  if (paths.has(path) === trouble) return
  const next = new Set(paths)
  if (trouble) next.add(path)
  else next.delete(path)
  useTrouble.setState({ paths: next })
}
