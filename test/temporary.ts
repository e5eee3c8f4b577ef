import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EmbeddedDatabase, startEmbedded } from '#platform/server/database/embedded.ts'

/**
 * A PostgreSQL in a folder of its own that vanishes with this process, even when that is killed: for tests, benchmarks and code generation.
 * Settings are the durable ones of production unless `settings` says otherwise.
 */
export async function startTemporary(name: string, settings: Record<string, string> = {}): Promise<EmbeddedDatabase & { dataDir: string }> {
  const dataDir = mkdtempSync(join(tmpdir(), `buutram-${name}-`))
  const quiet = { info: () => undefined, warn: (line: string) => console.error(line) }
  const database = await startEmbedded({ dataDir, log: quiet, settings }).catch((error) => {
    rmSync(dataDir, { recursive: true, force: true })
    throw error
  })
  const guard = spawn('/bin/sh', ['-c', 'cat >/dev/null; kill -QUIT "$1" 2>/dev/null; sleep 1; rm -rf "$2"', 'guard', String(database.pid), dataDir], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  guard.unref()
  // A pipe that only this process holds: its end, however it comes, wakes the guard.
  ;(guard.stdin as unknown as { unref(): void }).unref()
  return {
    dataDir,
    connectionString: database.connectionString,
    adminConnectionString: database.adminConnectionString,
    get pid() {
      return database.pid
    },
    async stop() {
      await database.stop()
      guard.kill('SIGKILL')
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
