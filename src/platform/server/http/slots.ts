/** A number of places that callers take one of and give back; who comes when all are taken waits in order. */
export interface Slots {
  /** Resolves with the function that gives the place back (safe to call twice). Rejects when `signal` ends the waiting. */
  take(signal?: AbortSignal): Promise<() => void>
}

export function createSlots(count: number): Slots {
  let free = count
  const waiting: (() => void)[] = []

  function give(): void {
    const next = waiting.shift()
    if (next) next()
    else free++
  }

  function holder(): () => void {
    let held = true
    return () => {
      if (!held) return
      held = false
      give()
    }
  }

  return {
    take(signal) {
      if (free > 0) {
        free--
        return Promise.resolve(holder())
      }
      return new Promise((resolve, reject) => {
        const start = () => {
          signal?.removeEventListener('abort', stop)
          resolve(holder())
        }
        const stop = () => {
          waiting.splice(waiting.indexOf(start), 1)
          reject(signal?.reason)
        }
        waiting.push(start)
        signal?.addEventListener('abort', stop, { once: true })
      })
    },
  }
}
