import { sql } from 'kysely'
import { openAccounts, post } from '#core/ledger/server/public.ts'
import { localDate } from '#kernel/dates.ts'
import { AppError } from '#kernel/errors.ts'
import { type Hundredths, moneyText, parseMoney } from '#kernel/money.ts'
import type { Queryable, Tx } from '#platform/server/database/db.ts'
import { payoutErrors } from '../contract/errors.ts'
import type { payoutJournalKinds } from '../contract/journal-kinds.ts'
import { LEDGER_SERVICE, LIST, type ListRow } from './records.ts'

const KEPT_BY = 'payouts'

/** Balance of an account, by its id. */
export async function balanceOf(db: Queryable, accountId: string): Promise<Hundredths> {
  const { rows } = await sql<{ balance: string }>`select balance from ledger.account where id = ${accountId}`.execute(db)
  return parseMoney(rows[0]?.balance ?? '0')
}

/** The prefunding account of a payer, locked until the commit so that lists draw on it one after the other; opened when it is first asked for. */
export async function lockFunds(tx: Tx, partnerId: string): Promise<{ accountId: string; balance: Hundredths; partner: string }> {
  await sql`select pg_advisory_xact_lock(hashtextextended('payout.funds:' || ${partnerId}::text, 0))`.execute(tx)
  const partner = await tx.selectFrom('organisation.partner').select(['code', 'name']).where('id', '=', partnerId).executeTakeFirstOrThrow()
  const known = await tx.selectFrom('payout.funds').select('account_id').where('partner_id', '=', partnerId).executeTakeFirst()
  const accountId = known?.account_id ?? (await openFunds(tx, partnerId, partner))
  return { accountId, balance: await balanceOf(tx, accountId), partner: partner.name }
}

async function openFunds(tx: Tx, partnerId: string, { code, name }: { code: string; name: string }): Promise<string> {
  const [accountId = ''] = await openAccounts(tx, [
    {
      code: `PAYOUT-FUNDS-${code}`,
      name: `Tiền ứng chi trả - ${name}`,
      class: 'LIABILITY',
      chart: 'PAYOUT_FUNDS',
      keptBy: KEPT_BY,
      ownerType: 'PARTNER',
      ownerId: partnerId,
      partnerId,
      minBalance: 0n,
    },
  ])
  await tx.insertInto('payout.funds').values({ partner_id: partnerId, account_id: accountId }).execute()
  return accountId
}

/** What a payer has sent ahead and no list has drawn yet, without locking it. */
export async function fundsOf(db: Queryable, partnerId: string): Promise<Hundredths> {
  const { rows } = await sql<{ balance: string }>`
    select a.balance from payout.funds f join ledger.account a on a.id = f.account_id where f.partner_id = ${partnerId}`.execute(db)
  return parseMoney(rows[0]?.balance ?? '0')
}

/** The account that holds what a list has still to pay; never below 0. */
export async function openListAccount(tx: Tx, list: ListRow): Promise<string> {
  const [accountId = ''] = await openAccounts(tx, [
    {
      code: `PAYOUT-${list.code}`,
      name: `Phải trả theo danh sách ${list.code}`,
      class: 'LIABILITY',
      chart: 'PAYOUT_PAYABLE',
      keptBy: KEPT_BY,
      ownerType: 'PARTNER',
      ownerId: list.partner_id,
      partnerId: list.partner_id,
      unitId: list.unit_id,
      minBalance: 0n,
    },
  ])
  return accountId
}

interface ListMove {
  list: ListRow
  accountId: string
  /** Above zero: from the payer to the list; below: back. */
  amount: Hundredths
  kind: keyof typeof payoutJournalKinds
  key: string
  description: string
  now: Date
}

/** Moves money between the payer's prefunding and a list. Throws PYL-024 with what is missing. Nothing moves for nothing. */
export async function moveFunds(tx: Tx, { list, accountId, amount, kind, key, description, now }: ListMove): Promise<string | null> {
  if (amount === 0n) return null
  const funds = await lockFunds(tx, list.partner_id)
  if (amount > funds.balance) throw shortOf(funds, amount)
  const [from, to] = amount > 0n ? [funds.accountId, accountId] : [accountId, funds.accountId]
  const size = amount > 0n ? amount : -amount
  const { journalId } = await post(tx, {
    businessKey: key,
    kind,
    service: LEDGER_SERVICE,
    businessDate: localDate(now),
    occurredAt: now,
    description,
    sourceType: LIST,
    sourceId: list.id,
    officeUnitId: list.unit_id,
    entries: [
      { accountId: from, side: 'D', amount: size },
      { accountId: to, side: 'C', amount: size },
    ],
  })
  return journalId
}

/** The refusal that names what is missing. */
export function shortOf({ partner, balance }: { partner: string; balance: Hundredths }, needed: Hundredths): AppError {
  return new AppError(payoutErrors.fundsShort, { partner, funds: moneyText(balance), short: moneyText(needed - balance) })
}

/** How many lines of a list stand in each state, and what they add up to. */
export async function statesOf(db: Queryable, listId: string): Promise<{ status: string; lines: number; amount: string }[]> {
  const { rows } = await sql<{ status: string; lines: number; amount: string }>`
    select status, count(*)::int as lines, sum(amount)::numeric(20,2)::text as amount from payout.line where list_id = ${listId} group by status order by status`.execute(
    db,
  )
  return rows
}
