import type { Runtime } from '../module.ts'
import { sealAudit } from './seal.ts'

/** Time between two closings of the open block: what is younger than this is protected by its MAC alone. */
const INTERVAL_MS = 2_000

/** Seals the audit log while the server runs; the returned function seals what is left and ends. Each seal goes to the log, out of reach of whoever can change the database. */
export function startSealing({ db, config, log }: Runtime): () => Promise<void> {
  let stopped = false
  let wake = () => {}

  async function seal(): Promise<void> {
    try {
      const seals = await sealAudit(db, config.secretKey)
      const last = seals.at(-1)
      if (last) log.info({ block: last.block, hash: last.hash, blocks: seals.length }, 'audit log sealed')
    } catch (error) {
      if (!stopped) log.warn({ error }, 'the audit log could not be sealed; tried again soon')
    }
  }

  const running = (async () => {
    while (!stopped) {
      await seal()
      if (stopped) break
      await new Promise<void>((resolve) => {
        wake = resolve
        setTimeout(resolve, INTERVAL_MS).unref()
      })
    }
    await seal()
  })()

  return () => {
    stopped = true
    wake()
    return running
  }
}
