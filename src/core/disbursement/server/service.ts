import { sql } from 'kysely'
import { headOffice } from '#core/organisation/server/public.ts'
import { type Admission, type AdmissionContext, definePaymentService, type Followed, openDay, type PaymentService } from '#core/payments/server/public.ts'
import { localDate } from '#kernel/dates.ts'
import { AppError, errors } from '#kernel/errors.ts'
import { moneyText, parseMoney } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { fireMany } from '#platform/server/machine/fire.ts'
import { unitsOf } from '#platform/server/record/units.ts'
import { disbursementErrors } from '../contract/errors.ts'
import { itemMachine } from '../contract/machine.ts'
import { transferService } from '../contract/service.ts'
import { alikeTransfer, blockedOf, receiversOf } from './accounts.ts'
import { correct } from './corrections.ts'
import { finishBatches, type ItemRow, itemsByReference, lockBatches } from './records.ts'
import { admitReturns, followReturns, matchWaiting, returnAccounts, settleReturns } from './returns.ts'
import type { Sources } from './source.ts'
import { moveMoney, type Reported, sharedAccount, type Transfers } from './transfers.ts'

/** Transfers as transactions: what is sent, what has become of it, and what has come back; see contract/service.ts. */
export function transferPayments(sources: Sources): PaymentService {
  const transfers: Transfers = { sources, service: () => service }
  const service: PaymentService = definePaymentService({
    declaration: transferService,
    accounts: {
      transit: {
        code: '3388.DISB.TRANSIT',
        name: 'Tiền chuyển khoản đang đi',
        class: 'LIABILITY',
        chart: 'OTHER_PAYABLE',
        keptBy: 'disbursement',
        minBalance: 0n,
      },
      unmatched: {
        code: '3388.DISB.RETURNED',
        name: 'Tiền chuyển khoản bị trả lại chờ khớp',
        class: 'LIABILITY',
        chart: 'CUSTOMER_SUSPENSE',
        keptBy: 'disbursement',
        minBalance: 0n,
      },
      loss: { code: '6428.DISB', name: 'Phí bị trừ khi chuyển khoản bị trả lại', class: 'EXPENSE', chart: 'OTHER_OPERATING_EXPENSE' },
      wrongPaid: { code: '1388.DISB', name: 'Phải thu tiền chuyển khoản trùng', class: 'ASSET', chart: 'SHORTAGE_RECEIVABLE' },
      gain: { code: '711.DISB', name: 'Thu nhập từ tiền chuyển khoản bị trả lại', class: 'INCOME', chart: 'OTHER_INCOME' },
    },
    journals: {
      paid: { kind: 'TRANSFER_PAID', text: (code) => `Chuyển khoản ${code}` },
      refunded: { kind: 'TRANSFER_RETURNED', text: (code) => `Chuyển khoản bị trả lại ${code}` },
    },
    journalsByType: { TRANSFER: { kind: 'TRANSFER_RETURNED', text: (code) => `Chuyển khoản bị trả lại ${code}` } },
    postingsFor(_event, { transit, partnerClearing, credit, unmatched }, { amount }, type) {
      const [debit, owed] = type === 'TRANSFER' ? [partnerClearing, credit ?? unmatched] : [transit, partnerClearing]
      if (debit === undefined || owed === undefined) throw new Error('a transfer has no account')
      return [
        { accountId: debit, side: 'D', amount },
        { accountId: owed, side: 'C', amount },
      ]
    },
    admit: (lines, ctx) => admit(transfers, lines, ctx),
    contradicted: (change, ctx) => correct(transfers, change, ctx),
    accountsOf: (tx, transactions) => returnAccounts(tx, transactions),
    async stored(made, ctx) {
      await send(
        transfers,
        made.filter(({ type }) => type === 'PAYOUT'),
        ctx,
      )
      await followReturns(
        transfers,
        made.filter(({ type }) => type === 'TRANSFER'),
        ctx,
      )
      return new Map()
    },
    async settled(changes, ctx) {
      await follow(
        transfers,
        changes.filter(({ type }) => type === 'PAYOUT'),
        ctx,
      )
      await settleReturns(
        transfers,
        changes.filter(({ type }) => type === 'TRANSFER'),
        ctx,
      )
    },
  })
  return service
}

/** Of a transfer that is being sent; set by this system's own sending alone, within its transaction. */
const SENDING = 'disbursement.sending'
export const allowSending = (tx: Tx, reference: string) => sql`select set_config(${SENDING}, ${reference}, true)`.execute(tx)

async function admit(transfers: Transfers, lines: readonly Reported[], ctx: AdmissionContext): Promise<(AppError | Admission<Record<string, never>>)[]> {
  const { tx } = ctx
  const { rows } = await sql<{ sending: string | null }>`select current_setting(${SENDING}, true) as sending`.execute(tx)
  const sending = rows[0]?.sending
  const office = await headOffice(tx)
  if (!office) throw new AppError(errors.unavailable)
  const found = await itemsByReference(
    tx,
    lines.map(({ facts }) => (facts.type === 'TRANSFER' ? facts.originalReference : facts.externalRef)),
  )
  const returns = await admitReturns(transfers, lines, found, office.id, ctx)
  const decided: (AppError | Admission<Record<string, never>>)[] = []
  for (const [at, { facts }] of lines.entries()) {
    const item = found.get(facts.externalRef)
    if (facts.type === 'TRANSFER') decided.push(returns[at] as AppError | Admission<Record<string, never>>)
    else if (!item || sending !== item.reference || item.status !== 'READY') decided.push(new AppError(disbursementErrors.notReported))
    else decided.push(await admitSending(transfers, item, ctx))
  }
  return decided
}

/** Why a transfer must not be handed over at this moment, the first time or again: a held account, one like it that is not known to its end, a locked partner. */
export async function refusedNow(tx: Tx, item: ItemRow, now: Date): Promise<AppError | undefined> {
  const account = { bankBin: item.bank_bin, accountNumber: item.account_number }
  if ((await blockedOf(tx, [account]))(account)) return new AppError(disbursementErrors.accountHeld, { account: item.account_number })
  const alike = await alikeTransfer(tx, item, localDate(now))
  if (alike !== undefined)
    return new AppError(disbursementErrors.alike, { reference: alike, account: item.account_number, amount: moneyText(parseMoney(item.amount)) })
  return lockedPartner(tx, item.partner_id)
}

/** Nothing more goes out through a partner that is locked. */
export async function lockedPartner(tx: Tx, id: string): Promise<AppError | undefined> {
  const partner = await tx.selectFrom('organisation.partner').select(['name', 'status']).where('id', '=', id).executeTakeFirstOrThrow()
  return partner.status === 'ACTIVE' ? undefined : new AppError(disbursementErrors.partnerLocked, { partner: partner.name })
}

/** What is sent is what the source owes at this moment. */
async function admitSending({ sources }: Transfers, item: ItemRow, { tx, now }: AdmissionContext): Promise<AppError | Admission<Record<string, never>>> {
  const source = sources.of(item.source_kind)
  const owed = (await source.stillOwed(tx, [item.source_item], now)).get(item.source_item)
  const record = await source.find(tx, item.source_id)
  const receiver = owed && (await receiversOf(tx, item.source_kind, [owed])).get(owed.id)
  const same = receiver?.bankBin === item.bank_bin && receiver.accountNumber === item.account_number && owed?.amount === parseMoney(item.amount)
  if (!owed || !same || !record?.open) return new AppError(disbursementErrors.sourceChanged)
  return {
    payer: { name: record.payer },
    payee: { name: item.account_name, account: item.account_number, bankBin: item.bank_bin },
    memo: item.content,
    place: unitsOf(item),
    own: {},
    follow: { item, accountId: owed.accountId },
  }
}

const step = { by: 'system' } as const

/** The transfer is under way with the report that stored it: the money leaves its source. */
async function send({ sources }: Transfers, made: readonly (Followed & { follow: unknown })[], { tx, now }: AdmissionContext): Promise<void> {
  if (made.length === 0) return
  const transit = await sharedAccount(tx, 'transit')
  for (const { id, follow, businessDate, occurredAt } of made) {
    const { item, accountId } = follow as { item: ItemRow; accountId: string }
    const set = { transaction_id: id, business_date: businessDate, account_id: accountId, sent_at: now, due_at: null, updated_by: 'system', updated_at: now }
    await fireMany(tx, itemMachine, 'disbursement.item', [{ id: item.id, event: 'send' as const, set }])
    await sources.of(item.source_kind).sent(tx, [item.source_item], { ...step, at: now })
    const move = { item, key: 'sent', kind: 'TRANSFER_SENT' as const, text: 'Gửi lệnh chuyển khoản', from: accountId, to: transit }
    await moveMoney(tx, { ...move, businessDate, occurredAt, transactionId: id })
  }
}

const EVENTS = { SUCCEEDED: 'pay', FAILED: 'fail', UNKNOWN: 'loseTrack' } as const

/** What has become of transfers: items, sources and money follow. */
async function follow(transfers: Transfers, changes: readonly Followed[], ctx: AdmissionContext): Promise<void> {
  if (changes.length === 0) return
  const { tx, now } = ctx
  const { rows } = await sql<ItemRow>`
    select * from disbursement.item where transaction_id = any(${changes.map(({ id }) => id)}::bigint[]) order by id for no key update`.execute(tx)
  const rowOf = new Map(rows.map((row) => [row.transaction_id, row]))
  const batchIds = rows.map((row) => row.batch_id)
  await lockBatches(tx, batchIds)
  const stamp = { ...step, at: now }
  for (const change of changes) {
    const item = rowOf.get(change.id)
    if (!item || !(change.status in EVENTS)) continue
    const event = EVENTS[change.status as keyof typeof EVENTS]
    const set = { ...(event === 'loseTrack' ? {} : { ended_at: now }), due_at: null, updated_by: 'system', updated_at: now }
    await fireMany(tx, itemMachine, 'disbursement.item', [{ id: item.id, event, set }])
    const source = transfers.sources.of(item.source_kind)
    if (event === 'loseTrack') await source.unknown(tx, [item.source_item], stamp)
    if (event === 'pay') await source.paid(tx, [item.source_item], { ...stamp, businessDate: change.businessDate })
    if (event === 'fail') await giveBack(transfers, item, change, ctx)
    if (event === 'pay') await matchWaiting(transfers, item, change, ctx)
  }
  await finishBatches(tx, batchIds, stamp)
}

/** It did not go: the money is back with the account that it was taken from. */
async function giveBack(transfers: Transfers, item: ItemRow, { id, businessDate, occurredAt }: Followed, { tx, now }: AdmissionContext): Promise<void> {
  await transfers.sources.of(item.source_kind).failed(tx, [item.source_item], { ...step, at: now })
  const day = await openDay(tx, transfers.service(), unitsOf(item), businessDate, localDate(now))
  const move = {
    item,
    key: 'failed',
    kind: 'TRANSFER_FAILED' as const,
    text: 'Chuyển khoản không thành công',
    from: await sharedAccount(tx, 'transit'),
    to: item.account_id as string,
  }
  await moveMoney(tx, { ...move, businessDate: day, occurredAt, transactionId: id })
}
