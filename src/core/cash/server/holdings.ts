import { sql } from 'kysely'
import { openAccounts } from '#core/ledger/server/public.ts'
import { AppError } from '#kernel/errors.ts'
import { formatMoney, type Hundredths } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { cashErrors } from '../contract/errors.ts'
import type { CeilingPolicy, HoldingKind } from '../contract/holding.ts'

export interface HoldingInput {
  /** Unique in the system. */
  code: string
  name: string
  kind: HoldingKind
  unitId: string
  /** Needed for a courier. */
  staffId?: string | null
  ceiling?: Hundredths | null
  floor?: Hundredths
  /** Default WARN. */
  ceilingPolicy?: CeilingPolicy
}

const CHART = { VAULT: 'CASH_VAULT', TILL: 'CASH_TILL', COURIER: 'CASH_IN_TRANSIT' } as const

export interface OpenedHolding {
  id: string
  accountId: string
}

/**
 * Opens holdings, each with a ledger account that never goes below 0, and answers them in order. Vaults and tills are bound to the
 * business date of their unit; a courier is between units, so that a receipt never waits for the day of the unit that sent.
 * Throws CSH-001 for a code that exists.
 */
export async function openHoldings(tx: Tx, inputs: readonly HoldingInput[], by = 'system'): Promise<OpenedHolding[]> {
  if (inputs.length === 0) return []
  const units = [...new Set(inputs.map(({ unitId }) => unitId))]
  await sql`insert into ledger.unit_day (unit_id) select unnest(${units}::bigint[]) on conflict do nothing`.execute(tx)
  await sql`insert into cash.unit_state (unit_id) select unnest(${units}::bigint[]) on conflict do nothing`.execute(tx)
  const accounts = await openAccounts(
    tx,
    inputs.map(({ code, name, kind, unitId }) => ({
      code: `${kind === 'COURIER' ? 'TRANSIT' : 'CASH'}-${code}`,
      name,
      class: 'ASSET',
      chart: CHART[kind],
      keptBy: 'cash',
      ownerType: 'UNIT',
      ownerId: unitId,
      unitId,
      minBalance: 0n,
      daily: true,
      ...(kind === 'COURIER' ? {} : { dayUnitId: unitId }),
    })),
  )
  const rows = inputs.map(({ code, name, kind, unitId, staffId = null, ceiling = null, floor = 0n, ceilingPolicy = 'WARN' }, at) => ({
    code,
    name,
    kind,
    unit_id: unitId,
    staff_id: staffId,
    account_id: accounts[at],
    ceiling: ceiling === null ? null : formatMoney(ceiling),
    floor: formatMoney(floor),
    ceiling_policy: ceilingPolicy,
  }))
  const opened = await sql<{ id: string; code: string }>`
    insert into cash.holding (code, name, kind, unit_id, staff_id, account_id, ceiling, floor, ceiling_policy, created_by, updated_by)
    select r.*, ${by}, ${by} from json_to_recordset(${JSON.stringify(rows)}) as r (code text, name text, kind text, unit_id bigint, staff_id bigint,
      account_id bigint, ceiling numeric, floor numeric, ceiling_policy text)
    on conflict (code) do nothing
    returning id, code
  `.execute(tx)
  const ids = new Map(opened.rows.map(({ code, id }) => [code, id]))
  const taken = inputs.find(({ code }) => !ids.has(code))
  if (taken) throw new AppError(cashErrors.holdingExists, { code: taken.code })
  return inputs.map(({ code }, at) => ({ id: ids.get(code) as string, accountId: accounts[at] as string }))
}
