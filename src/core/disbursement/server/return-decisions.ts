import { sql } from 'kysely'
import type { z } from 'zod'
import { type ApprovalKind, ask, decidedBy, defineApprovalKind, pendingRequest } from '#core/approvals/server/public.ts'
import { post } from '#core/ledger/server/public.ts'
import { openDay, type PaymentService } from '#core/payments/server/public.ts'
import type { InputOf } from '#kernel/contract.ts'
import { localDate } from '#kernel/dates.ts'
import { AppError, errors } from '#kernel/errors.ts'
import { formatMoney, type Hundredths, parseMoney } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { lookup } from '#platform/server/list/lookup.ts'
import { daysOfTime, is, oneOf, within, words } from '#platform/server/list/where.ts'
import type { CommandContext, ListHandler, RequestContext } from '#platform/server/module.ts'
import { publish } from '#platform/server/realtime/live.ts'
import type { Ref } from '#platform/server/record/record.ts'
import { refusedField } from '#platform/server/refusals.ts'
import { returnKind } from '../contract/approval-kinds.ts'
import { disbursementErrors } from '../contract/errors.ts'
import { disbursementsTopic } from '../contract/machine.ts'
import { type listReturns, ReturnPayload, ReturnPicture, type settleReturn } from '../contract/returns.ts'
import { transferService } from '../contract/service.ts'
import { RETURNS } from '../contract/words.ts'
import { type ItemRow, itemsByReference, placeOf, RETURNED, type ReturnedRow, returned } from './records.ts'
import { comeBack } from './returns.ts'
import type { Sources } from './source.ts'
import { clearingOf, correctedFrom, sharedAccount } from './transfers.ts'

function returnsOf({ scope }: Pick<RequestContext, 'scope'>) {
  return scope
    .selectFrom('disbursement.returned as t')
    .leftJoin(...lookup('disbursement.item_directory as i', { 'i.id': 't.item_id' }))
    .leftJoin(...lookup('payment.transaction_key as k', { 'k.transaction_id': 't.transaction_id' }))
    .leftJoin(...lookup('organisation.partner as p', { 'p.id': 't.partner_id' }))
    .leftJoin(...lookup('organisation.unit_directory as u', { 'u.id': 't.unit_id' }))
    .select(['t.id', 't.reference', sql<string | null>`${sql.ref('i.reference')}`.as('itemReference'), 't.amount', 't.status', 't.reason', 't.difference'])
    .select([sql<string>`${sql.ref('k.code')}`.as('transactionCode'), sql<string>`${sql.ref('p.name')}`.as('partnerName')])
    .select(['t.occurred_at as occurredAt', 't.proposed_by as proposedBy', 't.decided_by as decidedBy', 't.decided_at as decidedAt', 't.step_note as stepNote'])
    .select([sql<string>`${sql.ref('u.name')}`.as('unitName'), pendingRequest(RETURNED, 't.id').as('pendingRequestId')])
    .select(['t.updated_at as updatedAt', 't.updated_by as updatedBy', 't.version'])
}
type Row = ReturnType<typeof returnsOf> extends { execute(): Promise<(infer R)[]> } ? R : never

export const returnList: ListHandler<typeof listReturns, Row> = {
  query: returnsOf,
  where: {
    text: words('t.reference', 't.reason'),
    id: is('t.id'),
    status: oneOf('t.status'),
    partnerId: is('t.partner_id'),
    unitId: within('t'),
    period: daysOfTime('t.occurred_at'),
  },
  key: 't.id',
  sort: { occurredAt: 't.occurred_at', amount: 't.amount', updatedAt: 't.updated_at' },
}

type Payload = z.output<typeof ReturnPayload>

export async function settle(kind: ApprovalKind, input: InputOf<typeof settleReturn>, ctx: CommandContext): Promise<Ref> {
  const { id, version, decision, itemReference, reason } = input
  const { row } = await returned.forChange(ctx, { id, version })
  requireWaiting(row)
  const payload: Payload = { decision, itemReference: decision === 'MATCH' ? (itemReference ?? '').toUpperCase() : null }
  if (decision === 'MATCH' && !payload.itemReference)
    throw refusedField('itemReference', disbursementErrors.returnTransferUnknown, ctx.language, { reference: '' })
  const asked = await ask(ctx, kind, { subjectId: id, version, payload, reason })
  await publish(ctx.tx, { topic: disbursementsTopic })
  ctx.subject(RETURNED, id, { after: { decision, itemReference: payload.itemReference, request: asked.requestId } })
  return { id, version: asked.subjectVersion }
}

function requireWaiting({ status, version }: ReturnedRow): void {
  if (status !== 'WAITING') throw new AppError(errors.state, {}, { data: { status, version } })
}

/** The transfer that money is matched to, locked: one that the same partner has paid. Throws DSB-021, DSB-022. */
async function matchedItem(tx: Tx, row: Pick<ReturnedRow, 'partner_id'>, reference: string): Promise<ItemRow> {
  const item = (await itemsByReference(tx, [reference])).get(reference)
  if (item?.partner_id !== row.partner_id) throw new AppError(disbursementErrors.returnTransferUnknown, { reference })
  if (item.status !== 'PAID') throw new AppError(disbursementErrors.returnTransferState, { reference })
  return item
}

/** Throws DSB-025 where KEEP took the money of a transfer from elsewhere than what comes back would go to. */
async function requireOwnMoney(tx: Tx, { reference }: ItemRow, accountId: string | undefined): Promise<void> {
  const from = await correctedFrom(tx, reference)
  if (!from || (from.length === 1 && from[0]?.id === accountId)) return
  throw new AppError(disbursementErrors.returnCorrected, { reference, accounts: from.map(({ code }) => code).join(', ') })
}

const REACHED = { MATCH: 'MATCHED', GIVE_BACK: 'GIVEN_BACK', BOOK: 'BOOKED' } as const
const EVENT = { MATCH: 'match', GIVE_BACK: 'giveBack', BOOK: 'book' } as const
const KIND = { MATCH: 'TRANSFER_MATCHED', GIVE_BACK: 'TRANSFER_GIVEN_BACK', BOOK: 'TRANSFER_BOOKED' } as const
const TEXT = { MATCH: 'Khớp tiền chuyển khoản bị trả lại', GIVE_BACK: 'Hoàn đối tác tiền trả lại không khớp', BOOK: 'Ghi thu nhập tiền trả lại không khớp' }

/** What becomes of money that matches no transfer: one person says so, another agrees. Whatever is neither returned nor owed is a loss or a gain. */
export const returnApproval = (sources: Sources, service: () => PaymentService): ApprovalKind =>
  defineApprovalKind<Payload>({
    ...returnKind,
    subjectType: RETURNED,
    payload: ReturnPayload,
    picture: ReturnPicture,
    entity: 'disbursement.returnRequest',
    permissions: { ask: `${RETURNS}/submit`, see: `${RETURNS}/view` },
    tiers: [{ upTo: null, decide: 'o2o/approvals/disbursement-return/approve' }],
    limit: ({ decision, difference }) => (decision === 'BOOK' || (difference !== null && difference !== '0.00') ? 'WRITE_OFF' : undefined),
    days: 7,
    async describe({ tx }, id, { decision, itemReference }) {
      const row = await returned.lock(tx, { id })
      const item = itemReference === null ? undefined : await matchedItem(tx, row, itemReference)
      if (item) await requireOwnMoney(tx, item, (await sources.of(item.source_kind).returnsTo(tx, [item.source_item])).get(item.source_item))
      const amount = parseMoney(row.amount)
      const difference = item && parseMoney(item.amount) - amount
      const facts = { reference: row.reference, amount: row.amount }
      const nothing = { decision: null, itemReference: null, itemAmount: null, difference: null }
      return {
        code: row.reference,
        place: placeOf(row),
        before: { ...facts, ...nothing, status: row.status },
        after: {
          ...{ ...facts, decision, itemReference, itemAmount: item?.amount ?? null, difference: difference === undefined ? null : formatMoney(difference) },
          status: REACHED[decision],
        },
        money: difference === undefined || difference === 0n ? amount : difference,
        rows: 1,
      }
    },
    async hold(ctx, { subjectId, version }) {
      const row = await returned.lock(ctx.tx, { id: subjectId, version })
      const stamp = decidedBy(ctx)
      return (await returned.save(ctx.tx, stamp, row, { proposed_by: stamp.by })).version
    },
    versionNow: async ({ tx }, id) => (await returned.locked(tx, id))?.version,
    async apply(ctx, { subjectId, payload: { decision, itemReference } }, note) {
      const { tx, now } = ctx
      const row = await returned.lock(tx, { id: subjectId })
      requireWaiting(row)
      const stamp = decidedBy(ctx)
      const item = itemReference === null ? undefined : await matchedItem(tx, row, itemReference)
      const accountId = item && (await sources.of(item.source_kind).returnsTo(tx, [item.source_item])).get(item.source_item)
      if (item && accountId === undefined) throw new AppError(disbursementErrors.returnTransferState, { reference: item.reference })
      if (item) await requireOwnMoney(tx, item, accountId)
      const difference = item ? parseMoney(item.amount) - parseMoney(row.amount) : 0n
      const matched = item && { item_id: item.id, account_id: accountId as string, difference: formatMoney(difference) }
      await returned.save(tx, stamp, row, { ...matched, decided_by: stamp.by, decided_at: now, step_note: note }, EVENT[decision])
      if (item) await comeBack({ sources }, item, row.reason, { tx, now })
      const owed = item ? (accountId as string) : decision === 'BOOK' ? await sharedAccount(tx, 'gain') : await clearingOf(tx, row.partner_id)
      await book(tx, service(), { row, decision, owed, difference, now })
      await publish(tx, { topic: disbursementsTopic })
    },
    async release(ctx, { subjectId }) {
      const row = await returned.lock(ctx.tx, { id: subjectId })
      // It may have been matched by itself since, when its transfer turned out to be made.
      if (row.status === 'WAITING') await returned.save(ctx.tx, decidedBy(ctx), row, { proposed_by: null })
      await publish(ctx.tx, { topic: disbursementsTopic })
    },
  })

interface Booked {
  row: ReturnedRow
  decision: Payload['decision']
  owed: string
  /** What the transfer was more than what came back. */
  difference: Hundredths
  now: Date
}

async function book(tx: Tx, service: PaymentService, { row, decision, owed, difference, now }: Booked): Promise<void> {
  const amount = parseMoney(row.amount)
  const entries = [
    { accountId: await sharedAccount(tx, 'unmatched'), side: 'D' as const, amount },
    { accountId: owed, side: 'C' as const, amount: amount + difference },
  ]
  if (difference > 0n) entries.push({ accountId: await sharedAccount(tx, 'loss'), side: 'D', amount: difference })
  if (difference < 0n) entries.push({ accountId: await sharedAccount(tx, 'gain'), side: 'C', amount: -difference })
  await post(tx, {
    ...{ businessKey: `returned:${row.transaction_id}`, kind: KIND[decision], service: transferService.code },
    businessDate: await openDay(tx, service, placeOf(row), localDate(now), localDate(now)),
    ...{ occurredAt: now, description: `${TEXT[decision]} ${row.reference}` },
    ...{ sourceType: 'payment.transaction', sourceId: row.transaction_id, officeUnitId: row.office_unit_id },
    entries,
  })
}
