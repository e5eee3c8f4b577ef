import type { Pool } from 'pg'
import type { AuditLog } from './audit/audit.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Database } from './database/db.ts'
import type { Listener } from './database/listener.ts'
import type { Logger } from './logging.ts'
import type { Live } from './realtime/live.ts'

/** What lives as long as the process; made once by the composition root. */
export interface Runtime {
  config: Config
  pool: Pool
  db: Database
  clock: Clock
  log: Logger
  audit: AuditLog
  /** The connection that listens to NOTIFY; opens when something needs it. */
  listener: Listener
  live: Live
}
