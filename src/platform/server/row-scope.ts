import { CompiledQuery, type ConnectionProvider, type DatabaseConnection, type QueryExecutor } from 'kysely'
import pg from 'pg'
import type { Queryable } from './database/db.ts'
import type { ScopeGrant, UnitRef } from './session/session.ts'

/** Keys of the setting app.scope, as platform.scope_ids() reads them: lists of ids that open rows. */
type ScopeSetting = Partial<Record<'head' | 'province' | 'district' | 'office' | 'unit' | 'partner' | 'user', string[]>>

const LEVEL_KEY = { HEAD_OFFICE: 'head', PROVINCE: 'province', DISTRICT: 'district', POST_OFFICE: 'office', PAYOUT_POINT: 'office' } as const

function settingOf(grant: ScopeGrant): ScopeSetting {
  switch (grant.kind) {
    case 'UNIT_AND_BELOW':
      return byLevel([grant.unit])
    case 'UNITS':
      return byLevel(grant.units)
    case 'UNIT':
      return { unit: [grant.unit.id] }
    case 'SELF':
      return { user: [grant.userId] }
    case 'PARTNER':
      return { partner: [grant.partnerId] }
    default:
      // A grant this version does not know opens nothing.
      return {}
  }
}

function byLevel(units: readonly UnitRef[]): ScopeSetting {
  const groups = Map.groupBy(units, ({ level }) => LEVEL_KEY[level])
  return Object.fromEntries([...groups].map(([key, chosen]) => [key, chosen.map(({ id }) => id)]))
}

/**
 * The statements that put the rest of a transaction under row-level security for a grant; undefined for one that sees everything.
 * Both last for the transaction at most, so that a connection given to somebody else (a pool, PgBouncer) carries nothing over.
 */
export function rowScopeSql(grant: ScopeGrant): string | undefined {
  if (grant.kind === 'ALL') return undefined
  return `set local role buutram_scoped; select set_config('app.scope', ${pg.escapeLiteral(JSON.stringify(settingOf(grant)))}, true)`
}

/**
 * An executor whose every query runs under row-level security for the grant. Over a pool each query is a read-only transaction of its own;
 * inside a transaction the role goes down for the one query and up again, with no other query of the transaction in between.
 */
export function rowScoped(db: Queryable, grant: ScopeGrant): QueryExecutor {
  const inner = db.getExecutor()
  const scope = rowScopeSql(grant)
  if (scope === undefined) return inner
  const [before, after, failed] = db.isTransaction ? [scope, 'reset role', 'reset role'] : [`begin read only; ${scope}`, 'commit', 'rollback']
  const provider: ConnectionProvider = {
    provideConnection: (consumer, options) =>
      inner.provideConnection(async (connection) => {
        try {
          await run(connection, before)
          const result = await consumer(connection)
          await run(connection, after)
          return result
        } catch (error) {
          // Refused where the failure has ended a larger transaction; that one is its owner's to roll back, and the role with it.
          await run(connection, failed).catch(() => undefined)
          throw error
        }
      }, options),
  }
  return inner.withConnectionProvider(provider)
}

/** Without parameters it is one message, however many statements. */
async function run(connection: DatabaseConnection, statements: string): Promise<void> {
  await connection.executeQuery(CompiledQuery.raw(statements))
}
