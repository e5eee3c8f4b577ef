import { sql } from 'kysely'
import { AppError } from '#kernel/errors.ts'
import { formatMoney, type Hundredths, parseMoney } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { fire } from '#platform/server/machine/fire.ts'
import { type AccountClass, type AccountEvent, accountMachine, type OwnerType, type Side } from '../contract/account.ts'
import type { ChartKey } from '../contract/chart-keys.ts'
import { ledgerErrors } from '../contract/errors.ts'

export interface AccountInput {
  /** Unique: letters, digits, underscore, hyphen, dot; at most 64. */
  code: string
  name: string
  class: AccountClass
  /** Its line of the chart, which is of the same class: by the key of a shipped one, or by id. */
  chart: ChartKey | { id: string }
  /** The module that answers for every posting on it; such an account is never posted to by hand. Left out: nobody does. */
  keptBy?: string
  /** The side that makes the balance grow; default debit for ASSET, EXPENSE and OFF_BALANCE, else credit. */
  normalSide?: Side
  /** Default VND. */
  currency?: string
  /** Default OPERATOR, which has no owner id. */
  ownerType?: OwnerType
  ownerId?: string | null
  /** The unit whose account it is; fills the scope columns of all four levels. */
  unitId?: string | null
  /** For cash holdings: the unit whose business date binds the postings on it (a row of ledger.unit_day). */
  dayUnitId?: string | null
  /** Keeps its balances by business date (dailyBalances); always so with dayUnitId. */
  daily?: boolean
  /** The partner whose staff may see it. */
  partnerId?: string | null
  /** No journal may leave the balance (positive on the normal side) below or above; null: no limit. */
  minBalance?: Hundredths | null
  maxBalance?: Hundredths | null
}

const DEBIT_CLASSES: readonly AccountClass[] = ['ASSET', 'EXPENSE', 'OFF_BALANCE']

/** Opens accounts and answers their ids in the same order, in one statement. Throws AppError LED-014 when a code exists, LED-018 on limits. */
export async function openAccounts(tx: Tx, inputs: AccountInput[]): Promise<string[]> {
  if (inputs.length === 0) return []
  if (new Set(inputs.map((input) => input.code)).size < inputs.length) throw new AppError(ledgerErrors.accountExists)
  for (const input of inputs) checkLimits(input.minBalance ?? null, input.maxBalance ?? null)
  const rows = inputs.map((input) => ({
    code: input.code,
    name: input.name,
    class: input.class,
    ...(typeof input.chart === 'string' ? { chart: input.chart } : { chart_id: input.chart.id }),
    kept_by: input.keptBy ?? null,
    normal_side: input.normalSide ?? (DEBIT_CLASSES.includes(input.class) ? 'D' : 'C'),
    currency: input.currency ?? 'VND',
    owner_type: input.ownerType ?? 'OPERATOR',
    owner_id: input.ownerId ?? null,
    unit_id: input.unitId ?? null,
    day_unit_id: input.dayUnitId ?? null,
    daily: input.daily ?? false,
    partner_id: input.partnerId ?? null,
    min_balance: input.minBalance == null ? null : formatMoney(input.minBalance),
    max_balance: input.maxBalance == null ? null : formatMoney(input.maxBalance),
  }))
  const inserted = await sql<{ id: string; code: string }>`
    insert into ledger.account (code, name, class, chart_id, kept_by, normal_side, currency, owner_type, owner_id, unit_id, day_unit_id, daily, partner_id, min_balance, max_balance)
    select r.code, r.name, r.class, coalesce(r.chart_id, (select c.id from ledger.chart c where c.key = r.chart)), r.kept_by, r.normal_side, r.currency, r.owner_type, r.owner_id, r.unit_id,
        r.day_unit_id, r.daily, r.partner_id, r.min_balance, r.max_balance
      from json_to_recordset(${JSON.stringify(rows)}) as r(code text, name text, class text, chart text, chart_id bigint, kept_by text, normal_side text, currency text,
        owner_type text, owner_id bigint, unit_id bigint, day_unit_id bigint, daily boolean, partner_id bigint, min_balance numeric, max_balance numeric)
    on conflict (code) do nothing
    returning id, code`.execute(tx)
  if (inserted.rows.length < inputs.length) throw new AppError(ledgerErrors.accountExists)
  const ids = new Map(inserted.rows.map(({ code, id }) => [code, id]))
  return inputs.map(({ code }) => ids.get(code) ?? '')
}

function checkLimits(min: Hundredths | null, max: Hundredths | null): void {
  if (min !== null && max !== null && min > max) throw new AppError(ledgerErrors.limitsOrder)
}

/**
 * Locks, unlocks or closes an account as the machine allows. Waits for postings under way; those that come after are refused.
 * Throws AppError LED-005 unknown account, SYS-410 wrong state, LED-017 closing with a balance.
 */
export async function fireAccount(tx: Tx, accountId: string, event: AccountEvent): Promise<void> {
  const row = await tx.selectFrom('ledger.account').select('balance').where('id', '=', accountId).forNoKeyUpdate().executeTakeFirst()
  if (!row) throw new AppError(ledgerErrors.accountUnknown, { account: accountId })
  if (accountMachine.events[event].to === 'CLOSED' && parseMoney(row.balance) !== 0n) throw new AppError(ledgerErrors.accountNotEmpty)
  await fire(tx, accountMachine, 'ledger.account', accountId, event, { columns: { version: 'revision' } })
}

/**
 * Sets both limits (null: none). A balance outside stays as it is; postings may then only bring it nearer.
 * Throws AppError LED-005 unknown account, LED-018 lower above upper.
 */
export async function setAccountLimits(tx: Tx, accountId: string, limits: { minBalance: Hundredths | null; maxBalance: Hundredths | null }): Promise<void> {
  checkLimits(limits.minBalance, limits.maxBalance)
  const { numUpdatedRows } = await tx
    .updateTable('ledger.account')
    .set((eb) => ({
      min_balance: limits.minBalance === null ? null : formatMoney(limits.minBalance),
      max_balance: limits.maxBalance === null ? null : formatMoney(limits.maxBalance),
      revision: eb('revision', '+', 1),
    }))
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw new AppError(ledgerErrors.accountUnknown, { account: accountId })
}

/** Shows an account under another line of the chart, which must be of its class. */
export async function setAccountLine(tx: Tx, accountId: string, chartId: string): Promise<void> {
  await tx
    .updateTable('ledger.account')
    .set((eb) => ({ chart_id: chartId, revision: eb('revision', '+', 1) }))
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
}
