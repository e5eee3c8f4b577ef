import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { AppError, errors } from '#kernel/errors.ts'
import { languageOf } from '#kernel/language.ts'
import { Recent } from '../database/recent.ts'
import type { Runtime } from '../module.ts'
import { successEnvelope } from './call.ts'
import { type DatabaseGuard, withTimeout } from './database-guard.ts'
import { isInsider } from './insider.ts'

export interface Health {
  status: 'ok' | 'stopping' | 'database-away'
  database: { up: boolean; latencyMs: number | null }
  /** Migrations applied, and the last one's name. */
  migrations: { applied: number; last: string | null }
  uptimeSeconds: number
  version: string
}

/** What everybody may know. */
export interface PublicHealth {
  status: 'up' | 'down'
}

const TIMEOUT_MS = 2_000

/**
 * /api/health for load balancers and people: 200, or 503 when no call should come here. Strangers learn no more than that; the details
 * are for callers on this machine and for those with METRICS_TOKEN, as the metrics are.
 */
export function healthRoute(app: FastifyInstance, { db, config }: Runtime, guard: DatabaseGuard | undefined, version: string, stopping: () => boolean): void {
  const started = performance.now()
  // However often strangers ask, the database is asked once a second.
  const recent = new Recent<Migrations>()
  app.get('/api/health', async (request, reply) => {
    const migrations = guard?.away ? undefined : await recent.read(db, () => readMigrations(db)).catch(() => undefined)
    const health: Health = {
      status: stopping() ? 'stopping' : migrations ? 'ok' : 'database-away',
      database: { up: migrations !== undefined, latencyMs: migrations?.latencyMs ?? null },
      migrations: { applied: migrations?.applied ?? 0, last: migrations?.last ?? null },
      uptimeSeconds: Math.floor((performance.now() - started) / 1000),
      version,
    }
    const up = health.status === 'ok'
    const data: Health | PublicHealth = isInsider(request, config.metricsToken) ? health : { status: up ? 'up' : 'down' }
    if (!up) throw new AppError(errors.unavailable, {}, { data })
    return reply.header('cache-control', 'no-store').send(successEnvelope(data, languageOf(request.headers['accept-language']), request.id))
  })
}

interface Migrations {
  applied: number
  last: string | null
  latencyMs: number
}

async function readMigrations(db: Runtime['db']): Promise<Migrations> {
  const begun = performance.now()
  const { rows } = await withTimeout(
    sql<{ applied: string; last: string | null }>`
    select count(*) as applied, (select name from platform.migration order by number desc limit 1) as last from platform.migration
  `.execute(db),
    TIMEOUT_MS,
  )
  return { applied: Number(rows[0]?.applied), last: rows[0]?.last ?? null, latencyMs: Math.round(performance.now() - begun) }
}
