import { sql } from 'kysely'
import { AppError } from '#kernel/errors.ts'
import type { Language } from '#kernel/language.ts'
import { formatMoney, type Hundredths, parseMoney } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import type { PieceCount } from '../../contract/denominations.ts'
import { worthOf } from '../../contract/denominations.ts'
import { treasuryErrors } from '../../contract/treasury/errors.ts'
import { amountText, type Holding, type TreasuryRow } from './record.ts'

/** Throws CSH-042 when pieces do not add up to the amount. */
export function requireWorth(pieces: readonly PieceCount[], amount: Hundredths, language: Language): void {
  const counted = worthOf(pieces)
  if (counted === amount) return
  throw new AppError(treasuryErrors.piecesAmount, { counted: amountText(counted, language), amount: amountText(amount, language) })
}

/** Throws CSH-062 for a holding that is not in use. */
export function requireActive({ name, status }: Holding): void {
  if (status !== 'ACTIVE') throw new AppError(treasuryErrors.cashClosed, { holding: name })
}

/** Throws CSH-045 when the holding has less, with what it has; CSH-060 without figures to who counts it now. */
export function requireFunds({ name, balance }: Holding, amount: Hundredths, language: Language, blind: boolean): void {
  const held = parseMoney(balance)
  if (held >= amount) return
  if (blind) throw new AppError(treasuryErrors.blindHolding, { holding: name })
  const [has, short, wanted] = [held, amount - held, amount].map((value) => amountText(value, language)) as [string, string, string]
  throw new AppError(treasuryErrors.shortOfCash, { holding: name, balance: has, shortfall: short, amount: wanted })
}

export const isOver = ({ balance, ceiling }: Pick<Holding, 'balance' | 'ceiling'>, amount: Hundredths): boolean =>
  ceiling !== null && parseMoney(balance) + amount > parseMoney(ceiling)

/**
 * A request that would take a holding over its ceiling is refused where the ceiling blocks (CSH-046); where it warns, the screen says so.
 * What is on its way there counts already. The holding must be locked, so that two requests at once do not both find room.
 */
export async function requireBelowCeiling(tx: Tx, holding: Holding, amount: Hundredths, language: Language): Promise<void> {
  const { id, name, ceiling, ceilingPolicy } = holding
  if (ceilingPolicy !== 'BLOCK' || ceiling === null || !isOver(holding, amount + (await comingTo(tx, id)))) return
  throw new AppError(treasuryErrors.overCeiling, { amount: amountText(amount, language), holding: name, ceiling: amountText(parseMoney(ceiling), language) })
}

/** What was dispatched to a holding and has not been taken in. */
async function comingTo(tx: Tx, holdingId: string): Promise<Hundredths> {
  const { sum } = await tx
    .selectFrom('cash.treasury_transaction')
    .select((eb) => eb.fn.sum<string | null>('amount').as('sum'))
    .where('to_holding_id', '=', holdingId)
    .where((eb) => eb.or([eb('status', '=', 'DISPATCHED'), eb.and([eb('status', '=', 'DISCREPANCY'), eb('goes_back', '=', false)])]))
    .executeTakeFirstOrThrow()
  return parseMoney(sum ?? '0')
}

/** A bag is sealed once: throws CSH-047 for a number that was used before. The unique index says the same to whoever is slower. */
export async function requireNewSeal(tx: Tx, seal: string, { id }: Pick<TreasuryRow, 'id'>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`seal ${seal}`}, 0))`.execute(tx)
  const used = await tx
    .selectFrom('cash.treasury_transaction')
    .select('code')
    .where('seal_number', '=', seal)
    .where('status', '<>', 'CANCELLED')
    .where('id', '<>', id)
    .executeTakeFirst()
  if (used) throw new AppError(treasuryErrors.sealUsed, { seal, code: used.code })
}

interface BagCountInput {
  holdingId: string
  unitId: string
  reason: 'DISPATCH' | 'RECEIPT'
  businessDate: string
  /** What the books say the bag holds. */
  expected: Hundredths
  pieces: readonly PieceCount[]
  note: string
  staffId: string
  at: Date
  by: string
}

/** Keeps the count of a bag; answers its id. */
export async function keepCount(tx: Tx, code: string, input: BagCountInput): Promise<string> {
  const { holdingId, unitId, reason, businessDate, expected, pieces, note, staffId, at, by } = input
  const { rows } = await sql<{ id: string }>`
    insert into cash.count (code, holding_id, unit_id, reason, business_date, counted, ledger_balance, account_version, note, counted_by_staff_id, counted_at, created_by)
    select ${`${code}-${reason}`}, ${holdingId}, ${unitId}, ${reason}, ${businessDate},
        ${formatMoney(worthOf(pieces))}, ${formatMoney(expected)}, a.version, ${note}, ${staffId}, ${at}, ${by}
      from cash.holding h join ledger.account a on a.id = h.account_id
     where h.id = ${holdingId}
    returning id
  `.execute(tx)
  const id = rows[0]?.id as string
  const lines = pieces.filter(({ pieces: count }) => count > 0).map(({ denomination, pieces: count }) => ({ count_id: id, denomination, pieces: count }))
  if (lines.length > 0) await tx.insertInto('cash.count_line').values(lines).execute()
  return id
}
