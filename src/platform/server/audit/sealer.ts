import type { Runtime } from '../module.ts'
import { repeat } from '../repeat.ts'
import { sealAudit } from './seal.ts'

/** Time between two closings of the open block: what is younger than this is protected by its MAC alone. */
const INTERVAL_MS = 2_000

/** Seals the audit log while the server runs; the returned function seals what is left and ends. Each seal goes to the log, out of reach of whoever can change the database. */
export function startSealing({ db, config, log }: Runtime): () => Promise<void> {
  const seal = async () => {
    const seals = await sealAudit(db, config.secretKey)
    const last = seals.at(-1)
    if (last) log.info({ block: last.block, hash: last.hash, blocks: seals.length }, 'audit log sealed')
  }
  const stop = repeat(INTERVAL_MS, seal, (error) => log.warn({ error }, 'the audit log could not be sealed; tried again soon'))
  return async () => {
    await stop()
    await seal().catch(() => undefined)
  }
}
