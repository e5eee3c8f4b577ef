import { sql } from 'kysely'
import { type Accounts, type Admission, type AdmissionContext, type Followed, openDay, type StoredTransaction } from '#core/payments/server/public.ts'
import { localDate } from '#kernel/dates.ts'
import { AppError } from '#kernel/errors.ts'
import { formatMoney, parseMoney } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { fireMany } from '#platform/server/machine/fire.ts'
import { unitsOf } from '#platform/server/record/units.ts'
import { disbursementErrors } from '../contract/errors.ts'
import { itemMachine, returnMachine } from '../contract/machine.ts'
import { holdAccount } from './accounts.ts'
import { coded, isCoded } from './notes.ts'
import type { ItemRow } from './records.ts'
import { correctedFrom, moveMoney, type Reported, sharedAccount, type Transfers } from './transfers.ts'

type Admitted = Admission<Record<string, never>>

/** A return that was admitted: the transfer that it is of, where it can be told yet, and the account of its source. */
interface Follow {
  reference: string
  reason: string
  partnerId: string
  item: ItemRow | undefined
  accountId: string | undefined
  /** Whose it is to see it. */
  unitId: string
}

/** Whether money that has come back is of this transfer: made, by this partner, of this amount. */
const isOf = (item: ItemRow | undefined, partnerId: string, amount: bigint): item is ItemRow =>
  item?.status === 'PAID' && item.partner_id === partnerId && parseMoney(item.amount) === amount

/**
 * Reports of money that has come back, by place. What has happened is never refused: of what no transfer of ours is known (yet), the money
 * lies on an account of its own.
 */
export async function admitReturns(
  { sources }: Transfers,
  lines: readonly Reported[],
  found: ReadonlyMap<string, ItemRow>,
  headUnitId: string,
  { tx }: AdmissionContext,
): Promise<(AppError | Admitted | undefined)[]> {
  const taken = new Set<string>()
  const corrected = async ({ reference }: ItemRow) => (await correctedFrom(tx, reference)) !== undefined
  const decided: (AppError | Admitted | undefined)[] = []
  for (const { facts, partnerId, fact } of lines) {
    if (facts.type !== 'TRANSFER' || !fact) {
      decided.push(facts.type === 'TRANSFER' ? new AppError(disbursementErrors.returnWithoutOutcome) : undefined)
      continue
    }
    const known = found.get(facts.originalReference)
    const own = known?.partner_id === partnerId ? known : undefined
    const fits = facts.outcome?.status === 'SUCCEEDED' && isOf(own, partnerId, parseMoney(facts.amount)) && !taken.has(own.id) ? own : undefined
    // What KEEP has corrected may have been paid with other money than that of its source: people decide where it goes.
    const matched = fits && !(await corrected(fits)) ? fits : undefined
    if (matched) taken.add(matched.id)
    const accountId = matched && (await sources.of(matched.source_kind).returnsTo(tx, [matched.source_item])).get(matched.source_item)
    const item = accountId === undefined ? undefined : matched
    decided.push({
      payer: own ? { name: own.account_name, account: own.account_number, bankBin: own.bank_bin } : { name: facts.originalReference },
      payee: { name: own?.name ?? facts.originalReference },
      memo: facts.reason,
      place: own ? unitsOf(own) : { headUnitId, provinceUnitId: null, districtUnitId: null, officeUnitId: null },
      ...(accountId === undefined ? {} : { accounts: { credit: accountId } }),
      own: {},
      follow: { reference: facts.originalReference, reason: facts.reason, partnerId, item, accountId, unitId: own?.unit_id ?? headUnitId } satisfies Follow,
    })
  }
  return decided
}

const REACHED = { SUCCEEDED: 'WAITING', FAILED: 'VOID' } as const
const reachedBy = (status: Followed['status']) => (status in REACHED ? REACHED[status as keyof typeof REACHED] : 'ANNOUNCED')

/** Keeps what was reported; what is of a transfer moves it. */
export async function followReturns(transfers: Transfers, made: readonly (Followed & { follow: unknown })[], ctx: AdmissionContext): Promise<void> {
  for (const one of made) {
    const { reference, reason, partnerId, item, accountId = null, unitId } = one.follow as Follow
    await sql`
      insert into disbursement.returned (transaction_id, business_date, reference, item_id, amount, reason, status, account_id, partner_id, occurred_at, unit_id, head_unit_id, updated_by, updated_at)
      values (${one.id}, ${one.businessDate}, ${reference}, ${item?.id ?? null}, ${formatMoney(one.amount)}, ${reason}, ${item ? 'MATCHED' : reachedBy(one.status)}, ${accountId},
        ${partnerId}, ${one.occurredAt}, ${unitId}, 0, 'system', ${ctx.now})`.execute(ctx.tx)
    if (item) await comeBack(transfers, item, reason, ctx)
  }
}

interface Stored {
  rowId: string
  /** Of its transaction. */
  id: string
  reference: string
  reason: string
  partnerId: string
  amount: string
}

/** Returns that were announced first, and have now come or not. */
export async function settleReturns(transfers: Transfers, changes: readonly Followed[], ctx: AdmissionContext): Promise<void> {
  const { tx } = ctx
  for (const { id, status } of changes) {
    const { rows } = await sql<Stored>`
      select id as "rowId", transaction_id as id, reference, reason, partner_id as "partnerId", amount from disbursement.returned
      where transaction_id = ${id} and status = 'ANNOUNCED' for update`.execute(tx)
    const [stored] = rows
    if (!stored || !(status in REACHED)) continue
    await move(tx, stored, status === 'SUCCEEDED' ? 'arrive' : 'fail', ctx.now)
    if (status !== 'SUCCEEDED') continue
    const item = await lockItem(tx, stored.reference)
    if (!isOf(item, stored.partnerId, parseMoney(stored.amount)) || (await correctedFrom(tx, item.reference))) continue
    const accountId = (await transfers.sources.of(item.source_kind).returnsTo(tx, [item.source_item])).get(item.source_item)
    if (accountId === undefined) continue
    await move(tx, stored, 'match', ctx.now, { item_id: item.id, account_id: accountId })
    await comeBack(transfers, item, stored.reason, ctx)
  }
}

const move = (tx: Tx, { rowId }: Stored, event: 'arrive' | 'fail' | 'match', now: Date, matched: { item_id?: string; account_id?: string } = {}) =>
  fireMany(tx, returnMachine, 'disbursement.returned', [{ id: rowId, event, set: { ...matched, updated_by: 'system', updated_at: now } }])

async function lockItem(tx: Tx, reference: string): Promise<ItemRow | undefined> {
  const { rows } = await sql<ItemRow>`select * from disbursement.item where reference = ${reference} for no key update`.execute(tx)
  return rows[0]
}

/**
 * A transfer of which it becomes known that it was made, after its return had come: the money moves on from where it waited. One that is being
 * decided on at this moment is left to whoever decides.
 */
export async function matchWaiting(transfers: Transfers, item: ItemRow, { businessDate, occurredAt }: Followed, ctx: AdmissionContext): Promise<void> {
  const { tx, now } = ctx
  const { rows } = await sql<Stored>`
    select id as "rowId", transaction_id as id, reference, reason, partner_id as "partnerId", amount from disbursement.returned
    where reference = ${item.reference} and partner_id = ${item.partner_id} and status = 'WAITING' and amount = ${item.amount} order by transaction_id limit 1 for update skip locked`.execute(
    tx,
  )
  const [waiting] = rows
  if (!waiting) return
  const accountId = (await transfers.sources.of(item.source_kind).returnsTo(tx, [item.source_item])).get(item.source_item)
  if (accountId === undefined) return
  await move(tx, waiting, 'match', now, { item_id: item.id, account_id: accountId })
  await comeBack(transfers, { ...item, status: 'PAID' }, waiting.reason, ctx)
  const day = await openDay(tx, transfers.service(), unitsOf(item), businessDate, localDate(now))
  const journal = {
    item,
    key: 'matched',
    kind: 'TRANSFER_MATCHED' as const,
    text: 'Khớp tiền chuyển khoản bị trả lại',
    from: await sharedAccount(tx, 'unmatched'),
    to: accountId,
  }
  await moveMoney(tx, { ...journal, businessDate: day, occurredAt, transactionId: waiting.id })
}

/** The bank has given back what was paid: owed again, and its account held until somebody has looked at it. */
export async function comeBack(
  { sources }: Pick<Transfers, 'sources'>,
  item: ItemRow,
  reason: string,
  { tx, now }: Pick<AdmissionContext, 'tx' | 'now'>,
): Promise<void> {
  const stamp = { by: 'system', at: now }
  const set = { returned_at: now, step_note: reason, updated_by: 'system', updated_at: now }
  await fireMany(tx, itemMachine, 'disbursement.item', [{ id: item.id, event: 'giveBack' as const, set }])
  const source = sources.of(item.source_kind)
  const { rows } = await sql<{ code: string }>`select source_code as code from disbursement.batch where id = ${item.batch_id}`.execute(tx)
  const holdId = await holdAccount(
    tx,
    {
      source,
      sourceId: item.source_id,
      sourceCode: rows[0]?.code ?? '',
      partnerId: item.partner_id,
      owed: { id: item.source_item, code: item.item_code, name: item.name, amount: parseMoney(item.amount), unitId: item.unit_id },
      receiver: { bankBin: item.bank_bin, accountNumber: item.account_number, accountName: item.account_name },
      reason: 'RETURNED',
      words: reason,
      answeredName: item.account_name,
      itemId: item.id,
    },
    stamp,
  )
  await source.returned(tx, [item.source_item], { ...stamp, holdId, reason: isCoded(reason) ? reason : coded('RETURNED', reason) })
}

/** Where the money of stored returns goes; transfers themselves need none of their own. */
export async function returnAccounts(tx: Tx, transactions: readonly StoredTransaction[]): Promise<Accounts[]> {
  const { rows } = await sql<{ id: string; account: string }>`
    select transaction_id as id, account_id as account from disbursement.returned where transaction_id = any(${transactions.map(({ id }) => id)}::bigint[]) and account_id is not null`.execute(
    tx,
  )
  const accounts = new Map(rows.map(({ id, account }): [string, Accounts] => [id, { credit: account }]))
  return transactions.map(({ id }) => accounts.get(id) ?? {})
}
