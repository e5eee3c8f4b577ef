import { sql } from 'kysely'
import { noteText } from '#core/disbursement/server/public.ts'
import type { Queryable, Tx } from '#platform/server/database/db.ts'
import { defineRecord, type RowOf } from '#platform/server/record/record.ts'
import { codSettlementMachine, runMachine } from '../../contract/settlements.ts'
import { stepNoteText } from './step-note.ts'

export const SETTLEMENT = 'cob.settlement'
export const RUN = 'cob.settlement_run'
export type SettlementRow = RowOf<typeof SETTLEMENT>

export const settlements = defineRecord({
  table: SETTLEMENT,
  scoped: true,
  machine: codSettlementMachine,
  lock: 'for no key update',
  picture: (row) => ({
    ...{ code: row.code, status: row.status, net: row.net },
    ...{ holdReason: noteText(row.hold_reason).vi, stepNote: stepNoteText(row.step_note).vi },
  }),
})

export const runs = defineRecord({
  table: RUN,
  scoped: true,
  machine: runMachine,
  lock: 'for no key update',
  picture: (row) => ({ code: row.code, status: row.status, stepNote: row.step_note }),
})

/** A key account as its settlement needs it; whoever settles it, or recovers what it owes, holds it until the commit. */
export interface HeldAccount {
  id: string
  code: string
  name: string
  status: string
  accountId: string
  unitId: string
  headUnitId: string
}

export async function lockAccount(tx: Tx, id: string): Promise<HeldAccount> {
  const { rows } = await sql<HeldAccount>`
    select id, code, name, status, account_id as "accountId", unit_id as "unitId", head_unit_id as "headUnitId" from cob.key_account where id = ${id} for no key update`.execute(
    tx,
  )
  return rows[0] as HeldAccount
}

/** Shared ledger accounts of the service, by role. */
export async function serviceAccounts<R extends string>(db: Queryable, ...roles: R[]): Promise<Record<R, string>> {
  const { rows } = await sql<{
    role: R
    id: string
  }>`select role, account_id as id from payment.service_account where service = 'COD' and role = any(${roles}::text[])`.execute(db)
  if (rows.length < roles.length) throw new Error(`the service COD has no accounts ${roles.join(', ')}`)
  return Object.fromEntries(rows.map(({ role, id }) => [role, id])) as Record<R, string>
}

/** The first day from one on that is open in the books of the service. */
export async function openDayOf(db: Queryable, day: string): Promise<string> {
  const { rows } = await sql<{ day: string }>`
    select d::text as day from payment.first_open_days(array['COD'], array[${day}]::date[], array[null]::bigint[], ${day}::date) as d`.execute(db)
  return rows[0]?.day ?? day
}
