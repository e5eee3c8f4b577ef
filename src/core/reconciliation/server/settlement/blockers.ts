import { sql } from 'kysely'
import { AppError } from '#kernel/errors.ts'
import { type Hundredths, moneyText, parseMoney } from '#kernel/money.ts'
import type { Queryable } from '#platform/server/database/db.ts'
import { reconciliationErrors } from '../../contract/errors.ts'
import { settlementErrors } from '../../contract/settlement-errors.ts'
import { plugOf, type ReconciliationParts } from '../plug.ts'
import type { SessionRow } from '../sessions/records.ts'
import { knownAccounts } from './accounts.ts'
import { overCharged, type Settlement, unexplained } from './plan.ts'

/** How many codes a refusal names. */
const NAMED = 5

/** Our records that came or changed after they were taken in; the first of them. */
async function changedOurs(db: Queryable, { plugs }: ReconciliationParts, session: SessionRow): Promise<string[]> {
  if (session.ours_as_of === null) return []
  const asked = { partnerId: session.partner_id, from: session.from_day, to: session.to_day }
  const changed = plugOf(plugs, session.plug).changedSince(asked, session.ours_as_of)
  const { rows } = await sql<{ source_code: string }>`select source_code from (${changed}) c limit ${NAMED + 1}`.execute(db)
  return rows.map(({ source_code }) => source_code)
}

const listed = (codes: readonly string[]) => [...codes.slice(0, NAMED), ...(codes.length > NAMED ? ['…'] : [])].join(', ')

/** Accounts that would be posted on and take nothing. */
async function lockedAccounts(db: Queryable, { accounts, journals }: Settlement): Promise<AppError[]> {
  if (!accounts) return []
  const known = await knownAccounts(db, accounts).catch((error) => {
    if (error instanceof AppError) return error
    throw error
  })
  if (known instanceof AppError) return [known]
  const posted = new Set(journals.flatMap(({ moves }) => moves.map(({ part }) => part)))
  return [...posted].filter((part) => !known[part].usable).map((part) => new AppError(settlementErrors.accountLocked, { account: known[part].code }))
}

/** Whatever stands in the way of settling a session, each with its words. */
export async function blockersOf(db: Queryable, parts: ReconciliationParts, session: SessionRow, plan: Settlement): Promise<AppError[]> {
  const { code, status } = session
  const found: AppError[] = []
  if (status !== 'CONFIRMED') found.push(new AppError(settlementErrors.notConfirmed, { code }))
  if (session.task !== null) found.push(new AppError(reconciliationErrors.busy, { code }))
  const open = await db
    .selectFrom('reconciliation.break')
    .select(['reference', sql<number>`count(*) over ()::int`.as('count')])
    .where('session_id', '=', session.id)
    .where('status', '<>', 'RESOLVED')
    .orderBy('id')
    .executeTakeFirst()
  if (open) found.push(new AppError(reconciliationErrors.breaksOpen, open))
  const changed = await changedOurs(db, parts, session)
  if (changed.length > 0) found.push(new AppError(reconciliationErrors.oursChanged, { codes: listed(changed) }))
  const left = unexplained(plan)
  if (left !== 0n) found.push(doesNotAddUp(session, left))
  const over = overCharged(plan, session)
  if (over) found.push(new AppError(settlementErrors.overCharged, { code, kept: moneyText(over.kept), due: moneyText(over.due) }))
  return [...found, ...(await lockedAccounts(db, plan))]
}

const doesNotAddUp = ({ code, matched_ours_sum, matched_theirs_sum }: SessionRow, left: Hundredths) => {
  const differs = parseMoney(matched_ours_sum) - parseMoney(matched_theirs_sum)
  return new AppError(settlementErrors.doesNotAddUp, { code, found: moneyText(differs), explained: moneyText(differs - left) })
}

/** Throws the first of what stands in the way: a warning is a refusal. */
export async function assertNoneStanding(db: Queryable, parts: ReconciliationParts, session: SessionRow, plan: Settlement): Promise<void> {
  const [first] = await blockersOf(db, parts, session, plan)
  if (first) throw first
}

export function assertSettled({ status, code }: SessionRow): void {
  if (status !== 'SETTLED') throw new AppError(settlementErrors.notSettled, { code })
}
