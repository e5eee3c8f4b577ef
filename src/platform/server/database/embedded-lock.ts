import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { StartupError } from '../startup-error.ts'

export interface FolderLock {
  release(): void
}

/**
 * Makes this process the only server on a data folder. Node has no file locks of its own, SQLite does: the operating system frees
 * the lock when the process ends, however it ends, so nothing stale is left behind.
 * Waits 5 s for a server that is just ending, then throws StartupError.
 */
export async function lockFolder(dataDir: string): Promise<FolderLock> {
  const file = join(dataDir, 'server.lock')
  for (let attempt = 0; attempt < 50; attempt++) {
    const database = new DatabaseSync(file, { timeout: 0 })
    try {
      database.exec('BEGIN EXCLUSIVE')
      return { release: () => database.close() }
    } catch (error) {
      database.close()
      if (!(error instanceof Error) || !error.message.includes('locked')) throw error
    }
    await delay(100)
  }
  throw new StartupError(`Another server is running on the data folder ${dataDir}; stop it, or set DATA_DIR to a folder of your own.`)
}
