import { type RawBuilder, sql } from 'kysely'
import { pendingAnswer, pendingFor, pendingRequest } from '#core/approvals/server/public.ts'
import { journalsOf, withOwnBalances } from '#core/ledger/server/public.ts'
import { bankNameIn } from '#core/masterdata/server/public.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { isoLocal, localDate } from '#kernel/dates.ts'
import { AppError, errors } from '#kernel/errors.ts'
import { parseMoney } from '#kernel/money.ts'
import type { Queryable } from '#platform/server/database/db.ts'
import { maskedNumber } from '#platform/server/masked.ts'
import type { RequestContext } from '#platform/server/module.ts'
import type { Scope } from '#platform/server/scope.ts'
import { refundPictures } from '../../contract/refund.ts'
import { RefundFault, type TransactionContracts, type Unresolved } from '../../contract/transactions.ts'
import { type CancellationRules, cancelUntil } from '../cancellations.ts'
import { refusedReturnOf } from '../refused-returns.ts'
import type { OwnColumns, PaymentService } from '../service.ts'
import { holdOf } from '../settlement-hold.ts'
import { timelineOf } from '../timeline.ts'
import { chargesOf, type Transactions, withOwn } from './columns.ts'

type Detail = OutputOf<TransactionContracts['detail']>

/** What journals and requests call a transaction. */
export const TRANSACTION = 'payment.transaction'

/** The last report of the channel, as core/payments stores it. */
interface StoredOutcome {
  code: string
  message: string
  evidence?: { bankReference: string; bankTime?: string }
}

/**
 * One transaction of a service with its journals and timeline. Throws SYS-404 when there is none inside the caller's scope.
 * Balances of accounts outside the scope stay out. Partner staff see no journals and no terms of the merchant, and do not learn which of the
 * operator's people acted.
 */
export async function transactionDetail(
  contracts: TransactionContracts,
  { own, hidesJournals, cancellations }: Pick<PaymentService, 'own' | 'hidesJournals'> & { cancellations?: CancellationRules | undefined },
  id: string,
  { scope, session, now, runtime: { db } }: RequestContext,
): Promise<Detail> {
  const row = await findTransaction(contracts, own, id, scope)
  if (!row) throw new AppError(errors.notFound)
  const [journals, timeline, pending, refunds, fault, open, refused, hold] = await Promise.all([
    session.partnerId !== null || (hidesJournals && (await isTrue(db, hidesJournals(session.userId)))) ? [] : journalsWithRefunds(db, id),
    timelineOf(db, id),
    pendingFor(db, TRANSACTION, [id]),
    refundsOf(scope, id),
    row.type === 'REFUND' ? faultOf(db, id) : null,
    session.partnerId === null ? unresolvedOf(db, id) : undefined,
    refusedReturnOf(db, id),
    holdOf(db, id),
  ])
  const until = cancellations && isCancellable(row, now) ? await cancelUntil(db, cancellations, row.businessDate) : undefined
  return {
    ...(session.partnerId === null ? transactionOf(row) : forPartner(transactionOf(row))),
    refunds,
    fault,
    refusedReturn: refused ? { ...refused, at: isoLocal(refused.at) } : null,
    held: hold !== undefined,
    forPartner: session.partnerId !== null,
    own: ownOf(contracts, row),
    cancelUntil: until && until > now ? isoLocal(until) : null,
    pendingRequestId: pending.get(id)?.requestId ?? open?.requestId ?? null,
    unresolved: open ? { caseId: open.caseId, state: open.state } : null,
    journals: (await withOwnBalances(scope, journals)).map((journal) => ({
      ...journal,
      occurredAt: isoLocal(journal.occurredAt),
      recordedAt: isoLocal(journal.recordedAt),
    })),
    timeline: session.partnerId !== null ? timeline.map((entry) => (entry.actorKind === 'USER' ? { ...entry, actor: 'user' } : entry)) : timeline,
  }
}

/** Partner staff see what was paid, not by which terms, nor where the merchant has its money. */
function forPartner(transaction: ReturnType<typeof transactionOf>): ReturnType<typeof transactionOf> {
  const { merchant } = transaction
  return {
    ...transaction,
    ...{ feeSource: null, feeCode: null, feeRevision: null },
    merchant: merchant && {
      ...merchant,
      phone: maskedNumber(merchant.phone),
      settlement: { ...merchant.settlement, name: '', account: maskedNumber(merchant.settlement.account) },
    },
  }
}

const isCancellable = ({ status, type, businessDate }: Row, now: Date) => status === 'SUCCEEDED' && type !== 'REFUND' && businessDate === localDate(now)

/** Its case while that is open or contradicted, and the request about it that waits: a verdict, or what was proposed at its counter. */
async function unresolvedOf(db: Queryable, id: string) {
  const { rows } = await sql<{ caseId: string; state: Unresolved; requestId: string | null }>`
    select u.case_id as "caseId", u.state,
      coalesce(${pendingRequest('outcome.outcome_case', 'u.case_id')}, ${pendingAnswer(TRANSACTION, 'u.transaction_id')}) as "requestId"
    from outcome.unresolved u where u.transaction_id = ${id}`.execute(db)
  return rows[0]
}

/** What it posted itself, and what the refunds of it did. */
async function journalsWithRefunds(db: Queryable, id: string) {
  const made = await db.selectFrom('payment.partner_refund').select('refund_id').where('parent_id', '=', id).where('state', '=', 'ENDED').execute()
  const ids = [id, ...made.map(({ refund_id }) => refund_id)]
  return (await Promise.all(ids.map((sourceId) => journalsOf(db, { sourceType: TRANSACTION, sourceId })))).flat()
}

async function refundsOf(scope: Scope, id: string): Promise<Detail['refunds']> {
  const rows = await scope
    .selectFrom('payment.transaction as t')
    .innerJoin('payment.partner_refund as r', (join) => join.onRef('r.refund_id', '=', 't.id').onRef('r.business_date', '=', 't.business_date'))
    .select(['t.id', 't.code', 't.amount', 't.status', 't.occurred_at as occurredAt', 'r.fault'])
    .where('r.parent_id', '=', id)
    .orderBy('t.id', 'desc')
    .execute()
  return rows.map((row) => ({ ...row, status: row.status as Detail['status'], occurredAt: isoLocal(row.occurredAt), fault: known(row.fault) }))
}

async function faultOf(db: Queryable, id: string): Promise<RefundFault | null> {
  const row = await db.selectFrom('payment.partner_refund').select('fault').where('refund_id', '=', id).executeTakeFirst()
  return known(row?.fault ?? '')
}

const known = (fault: string): RefundFault | null => (fault === '' ? null : RefundFault.catch('UNKNOWN').parse(fault))

const isTrue = async (db: Queryable, condition: RawBuilder<boolean>) =>
  (await sql<{ yes: boolean }>`select ${condition} as yes`.execute(db)).rows[0]?.yes === true

/** One transaction of the service inside the scope. The key table knows the day of an id, so that one partition is read instead of all. */
export function oneOf({ service }: TransactionContracts, id: string, scope: Scope): Transactions {
  return scope
    .selectFrom('payment.transaction as t')
    .where('t.id', '=', id)
    .where('t.business_date', '=', (eb) => eb.selectFrom('payment.transaction_key as k').select('k.business_date').where('k.transaction_id', '=', id))
    .where('t.service', '=', service.code)
}

function findTransaction(contracts: TransactionContracts, own: OwnColumns | undefined, id: string, scope: Scope) {
  const charges = chargesOf(contracts)
  return withOwn(oneOf(contracts, id, scope), own, OWN)
    .innerJoin('organisation.partner as p', 'p.id', 't.partner_id')
    .leftJoin('merchants.merchant_directory as m', 'm.id', 't.merchant_id')
    .leftJoin('payment.transaction_key as parent', 'parent.transaction_id', 't.parent_id')
    .select([
      't.id',
      't.version',
      't.code',
      't.external_ref as externalRef',
      't.order_ref as orderRef',
      't.credited_account as creditedAccount',
      't.type',
      't.direction',
      't.channel',
      't.status',
      't.memo',
      't.currency',
    ])
    .select(['t.amount', 't.refunded', charges.fee.as('fee'), charges.tax.as('tax'), charges.net.as('net'), 't.fee_on_top as feeOnTop'])
    .select(['t.fee_source as feeSource', 't.fee_code as feeCode', 't.fee_revision as feeRevision'])
    .select(['t.occurred_at as occurredAt', 't.business_date as businessDate', 't.late_of as lateOf', 't.created_at as createdAt', 't.updated_at as updatedAt'])
    .select(['t.payer_name as payerName', 't.payer_account as payerAccount', bankNameIn('t.payer_bank_bin').as('payerBank')])
    .select(['t.payee_name as payeeName', 't.payee_account as payeeAccount', bankNameIn('t.payee_bank_bin').as('payeeBank'), 't.outcome'])
    .select(['m.code as merchantCode', 'm.name as merchantName', 'm.address', 'm.phone', 'm.status as merchantStatus'])
    .select(['m.settlement_name as settlementName', 'm.settlement_account as settlementAccount', bankNameIn('m.settlement_bank_bin').as('settlementBank')])
    .select(['p.code as partnerCode', 'p.name as partnerName', 't.parent_id as parentId', 'parent.code as parentCode'])
    .select((eb) =>
      eb
        .selectFrom('organisation.unit_directory as u')
        .select(
          sql<Detail['units']>`json_agg(json_build_object('level', u.level, 'code', u.code, 'name', u.name) order by array_position(path.ids, u.id))`.as(
            'units',
          ),
        )
        .innerJoin(sql<{ ids: string[] }>`(select array[t.head_unit_id, t.province_unit_id, t.district_unit_id, t.office_unit_id] as ids)`.as('path'), (join) =>
          join.onTrue(),
        )
        .where(sql<boolean>`u.id = any(path.ids)`)
        .as('units'),
    )
    .executeTakeFirst()
}

type Row = NonNullable<Awaited<ReturnType<typeof findTransaction>>>

/** Before the names of own columns, which may be those of others here. */
const OWN = 'own.'

/** The service's own columns, as they go over the wire. */
function ownOf({ service }: TransactionContracts, row: Row): Record<string, unknown> {
  const values = row as Record<string, unknown>
  return Object.fromEntries(
    Object.keys(service.own.shape).map((field) => {
      const value = values[`${OWN}${field}`] ?? null
      return [field, value instanceof Date ? isoLocal(value) : value]
    }),
  )
}

function transactionOf(
  row: Row,
): Omit<
  Detail,
  'journals' | 'timeline' | 'refunds' | 'fault' | 'own' | 'pendingRequestId' | 'unresolved' | 'cancelUntil' | 'refusedReturn' | 'held' | 'forPartner'
> {
  const { id, version, code, externalRef, orderRef, creditedAccount, memo, currency, amount, fee, tax, net, feeOnTop, feeCode, feeRevision } = row
  const { businessDate, lateOf, units } = row
  const outcome = row.outcome as unknown as StoredOutcome | null
  return {
    ...{
      id,
      version,
      code,
      externalRef,
      orderRef,
      creditedAccount,
      memo,
      currency,
      amount,
      fee,
      tax,
      net,
      feeOnTop,
      feeCode,
      feeRevision,
      businessDate,
      lateOf,
    },
    ...leftOf(row),
    // The database's own CHECKs hold these to the enums of the contract.
    type: row.type as Detail['type'],
    direction: row.direction as Detail['direction'],
    channel: row.channel as Detail['channel'],
    status: row.status as Detail['status'],
    feeSource: row.feeSource as Detail['feeSource'],
    occurredAt: isoLocal(row.occurredAt),
    createdAt: isoLocal(row.createdAt),
    updatedAt: isoLocal(row.updatedAt),
    payer: { name: row.payerName, account: row.payerAccount, bank: row.payerBank },
    payee: { name: row.payeeName, account: row.payeeAccount, bank: row.payeeBank },
    merchant: merchantOf(row),
    partner: { code: row.partnerCode, name: row.partnerName },
    units: units ?? [],
    outcome: outcome && {
      code: outcome.code,
      message: outcome.message,
      bankReference: outcome.evidence?.bankReference ?? null,
      bankTime: outcome.evidence?.bankTime ?? null,
    },
    parent: row.parentId !== null && row.parentCode !== null ? { id: row.parentId, code: row.parentCode } : null,
  }
}

/** What refunds have left of the charges: a part of them is given back with the money. */
function leftOf(row: Row): Pick<Detail, 'refunded' | 'feeLeft' | 'taxLeft' | 'netLeft'> {
  const { refunded, fee, tax, net } = row
  const given = parseMoney(refunded)
  if (given === 0n || fee === null || tax === null) return { refunded, feeLeft: fee, taxLeft: tax, netLeft: net }
  const charged = { amount: parseMoney(row.amount), fee: parseMoney(fee), tax: parseMoney(tax) }
  const { before } = refundPictures({ ...charged, refunded: given, status: row.status as Detail['status'], feeOnTop: row.feeOnTop }, 0n)
  return { refunded, feeLeft: before.fee, taxLeft: before.tax, netLeft: before.net }
}

function merchantOf(row: Row): Detail['merchant'] {
  if (row.merchantCode === null) return null
  return {
    code: row.merchantCode,
    name: row.merchantName ?? '',
    address: row.address ?? '',
    phone: row.phone ?? '',
    status: row.merchantStatus as NonNullable<Detail['merchant']>['status'],
    settlement: { name: row.settlementName ?? '', account: row.settlementAccount ?? '', bank: row.settlementBank },
  }
}
