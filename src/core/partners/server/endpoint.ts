import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Config } from '#platform/server/config.ts'
import type { Queryable } from '#platform/server/database/db.ts'
import { Recent } from '#platform/server/database/recent.ts'
import { open, seal } from '#platform/server/secret-box.ts'
import type { Operation } from '../contract/answer.ts'
import type { Fuse } from './circuit.ts'

/** How a partner is reached, ready for use. */
export interface Endpoint extends Fuse {
  on: boolean
  baseUrl: string
  clientId: string
  /** HMAC key. Never log it. */
  secret: string
  operations: readonly Operation[]
  tryTimeoutMs: number
  deadlineMs: number
  tries: number
  maxAnswerBytes: number
}

const context = (partnerId: string) => `partner-endpoint:${partnerId}`

/** A key as it is kept, with the mark by which people speak of it. */
export function sealedKey({ secretKey }: Pick<Config, 'secretKey'>, partnerId: string, secret: string): { secret_sealed: Buffer; key_mark: string } {
  return { secret_sealed: seal(secretKey, secret, context(partnerId)), key_mark: createHash('sha256').update(secret).digest('hex').slice(0, 12) }
}

const endpoints = new Recent<Endpoint | undefined>()

/** The connection of a partner; undefined when there is none. At most a second old. */
export const endpointOf = (db: Queryable, config: Pick<Config, 'secretKey'>, partnerId: string): Promise<Endpoint | undefined> =>
  endpoints.read(db, () => load(db, config, partnerId), partnerId)

async function load(db: Queryable, { secretKey }: Pick<Config, 'secretKey'>, partnerId: string): Promise<Endpoint | undefined> {
  const row = await db.selectFrom('partner.endpoint').selectAll().where('partner_id', '=', partnerId).executeTakeFirst()
  if (!row) return undefined
  return {
    partnerId,
    on: row.status === 'ON',
    baseUrl: row.base_url,
    clientId: row.client_id,
    secret: open(secretKey, row.secret_sealed, context(partnerId)).toString('utf8'),
    operations: row.operations as Operation[],
    tryTimeoutMs: row.try_timeout_ms,
    deadlineMs: row.deadline_ms,
    tries: row.tries,
    failuresToOpen: row.failures_to_open,
    openSeconds: row.open_seconds,
    maxAnswerBytes: row.max_answer_kb * 1024,
  }
}

/** As `offersOperation`, for the partners of a query. `id`: column reference of the partner. */
export const offering = (operation: Operation, id: string) =>
  sql<boolean>`exists (select from partner.endpoint e where e.partner_id = ${sql.ref(id)} and e.status = 'ON' and ${operation} = any(e.operations))`

/** Whether the partner does something over its connection, as that stands now. */
export async function offersOperation(db: Queryable, partnerId: string, operation: Operation): Promise<boolean> {
  const row = await db.selectFrom('partner.endpoint').select('operations').where('partner_id', '=', partnerId).where('status', '=', 'ON').executeTakeFirst()
  return row?.operations.includes(operation) === true
}
