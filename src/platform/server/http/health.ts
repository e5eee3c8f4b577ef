import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { AppError, errors } from '#kernel/errors.ts'
import { languageOf } from '#kernel/language.ts'
import type { Runtime } from '../module.ts'
import { successEnvelope } from './call.ts'
import { type DatabaseGuard, withTimeout } from './database-guard.ts'

export interface Health {
  status: 'ok' | 'stopping' | 'database-away'
  database: { up: boolean; latencyMs: number | null }
  /** Migrations applied, and the last one's name. */
  migrations: { applied: number; last: string | null }
  uptimeSeconds: number
  version: string
}

const TIMEOUT_MS = 2_000

/** /api/health for load balancers and people: 200, or 503 with the same data when no call should come here. */
export function healthRoute(app: FastifyInstance, { db }: Runtime, guard: DatabaseGuard | undefined, version: string, stopping: () => boolean): void {
  const started = performance.now()
  app.get('/api/health', async (request, reply) => {
    const migrations = guard?.away ? undefined : await readMigrations(db).catch(() => undefined)
    const health: Health = {
      status: stopping() ? 'stopping' : migrations ? 'ok' : 'database-away',
      database: { up: migrations !== undefined, latencyMs: migrations?.latencyMs ?? null },
      migrations: { applied: migrations?.applied ?? 0, last: migrations?.last ?? null },
      uptimeSeconds: Math.floor((performance.now() - started) / 1000),
      version,
    }
    if (health.status !== 'ok') throw new AppError(errors.unavailable, {}, { data: health })
    return reply.header('cache-control', 'no-store').send(successEnvelope(health, languageOf(request.headers['accept-language']), request.id))
  })
}

async function readMigrations(db: Runtime['db']): Promise<{ applied: number; last: string | null; latencyMs: number }> {
  const begun = performance.now()
  const { rows } = await withTimeout(
    sql<{ applied: string; last: string | null }>`
    select count(*) as applied, (select name from platform.migration order by number desc limit 1) as last from platform.migration
  `.execute(db),
    TIMEOUT_MS,
  )
  return { applied: Number(rows[0]?.applied), last: rows[0]?.last ?? null, latencyMs: Math.round(performance.now() - begun) }
}
