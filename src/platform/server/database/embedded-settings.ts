import { createHash } from 'node:crypto'
import { chownSync, existsSync, readFileSync, statfsSync, writeFileSync } from 'node:fs'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import type { SystemUser } from './embedded-install.ts'

/** How PostgreSQL is reached: through a socket in the data folder, which only accounts that may enter it can use. */
export interface Address {
  host: string
  port: number
}

/** The longest path a Unix socket may have, less PostgreSQL's own file name. */
const SOCKET_PATH_LIMIT = 85

/** A socket inside the folder where its path is short enough, else the loopback address (a password is asked for on both). */
export function addressOf(folder: string, freePort: number): Address {
  const socket = process.platform !== 'win32' && Buffer.byteLength(folder) <= SOCKET_PATH_LIMIT
  return socket ? { host: folder, port: 5432 } : { host: '127.0.0.1', port: freePort }
}

const MB = 2 ** 20

function clampMb(bytes: number, low: number, high: number): number {
  return Math.round(Math.min(Math.max(bytes / MB, low), high))
}

/** Settings for one small machine. Durability is never traded: fsync and synchronous_commit stay on unless a caller (tests) says otherwise. */
export function settingsFor(address: Address, extra: Record<string, string>): Record<string, string> {
  const memory = totalmem()
  const overSocket = address.host.startsWith('/')
  return {
    listen_addresses: overSocket ? '' : address.host,
    port: String(address.port),
    unix_socket_directories: overSocket ? address.host : '',
    unix_socket_permissions: '0700',
    max_connections: '100',
    superuser_reserved_connections: '3',
    timezone: 'UTC',
    log_timezone: 'UTC',
    datestyle: 'iso, ymd',
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    wal_level: 'replica',
    max_wal_size: '2GB',
    min_wal_size: '128MB',
    checkpoint_timeout: '15min',
    shared_buffers: `${clampMb(memory / 8, 128, 1024)}MB`,
    effective_cache_size: `${clampMb(memory / 2, 256, 65_536)}MB`,
    work_mem: '16MB',
    maintenance_work_mem: '128MB',
    // Containers often give 64 MB of shared memory, too little for a parallel hash join.
    ...(sharedMemoryIsSmall() ? { dynamic_shared_memory_type: 'mmap' } : {}),
    random_page_cost: '1.1',
    jit: 'off',
    log_checkpoints: 'off',
    log_min_messages: 'warning',
    log_line_prefix: '%m [%p] ',
    autovacuum_naptime: '20s',
    ...extra,
  }
}

function sharedMemoryIsSmall(): boolean {
  try {
    const { blocks, bsize } = statfsSync('/dev/shm')
    return blocks * bsize < 512 * MB
  } catch {
    return false
  }
}

/** Written beside postgresql.conf and included by it; what an operator sets with ALTER SYSTEM still wins. */
export function writeSettings(folder: string, settings: Record<string, string>, user: SystemUser | undefined): void {
  const file = join(folder, 'buutram.conf')
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'`)
  writeFileSync(file, `# Written at every start. To change a setting use ALTER SYSTEM.\n${lines.join('\n')}\n`, { mode: 0o600 })
  if (user) chownSync(file, user.uid, user.gid)
  const main = join(folder, 'postgresql.conf')
  const text = existsSync(main) ? readFileSync(main, 'utf8') : ''
  if (!text.includes("include = 'buutram.conf'")) writeFileSync(main, `${text}\ninclude = 'buutram.conf'\n`)
}

/** Names the settings and the program: a running server with another mark must be restarted before it is used. */
export function markOf({ port: _, ...settings }: Record<string, string>, version: string): string {
  return `buutram-${createHash('sha256')
    .update(JSON.stringify([version, settings]))
    .digest('hex')
    .slice(0, 16)}`
}
