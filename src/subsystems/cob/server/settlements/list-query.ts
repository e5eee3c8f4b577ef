import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { pendingRequest } from '#core/approvals/server/public.ts'
import { noteText } from '#core/disbursement/server/public.ts'
import { bankName } from '#core/masterdata/server/public.ts'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { isoLocal } from '#kernel/dates.ts'
import { AppError, errors } from '#kernel/errors.ts'
import { findRow } from '#platform/server/list/find-row.ts'
import { lookup } from '#platform/server/list/lookup.ts'
import { days, daysOfTime, is, oneOf, within, words } from '#platform/server/list/where.ts'
import type { Download, ListHandler, RequestContext } from '#platform/server/module.ts'
import { PDF_TYPE, reportPdf } from '#platform/server/report/pdf.ts'
import { XLSX_TYPE } from '#platform/server/spreadsheet/xlsx.ts'
import {
  COD_SETTLEMENT,
  type downloadCodStatement,
  findCodSettlement,
  type listCodSettlements,
  type listKeyAccountItems,
  type listSettlementLines,
} from '../../contract/settlements.ts'
import { figuresOf, fileName, statementDocument, statementSheet } from './paper.ts'
import { RUN } from './records.ts'
import { waitsFor } from './source.ts'
import { stepNoteText } from './step-note.ts'

type Detail = OutputOf<typeof findCodSettlement>

function settlementsOf({ scope, now }: Pick<RequestContext, 'scope' | 'now'>) {
  return scope
    .selectFrom('cob.settlement as t')
    .leftJoin(...lookup('cob.key_account_directory as k', { 'k.id': 't.key_account_id' }))
    .leftJoin(...lookup('organisation.unit_directory as u', { 'u.id': 't.unit_id' }))
    .select(['t.id', 't.code', 't.key_account_id as keyAccountId'])
    .select([sql<string>`${sql.ref('k.code')}`.as('keyAccountCode'), sql<string>`${sql.ref('k.name')}`.as('keyAccountName'), 't.status'])
    .select(
      sql<
        string | null
      >`(select ${waitsFor(now)} from cob.settlement s join cob.key_account k on k.id = s.key_account_id join ledger.account a on a.id = k.account_id
        where s.id = t.id)`.as('waits'),
    )
    .select(['t.cycle_date as cycleDate', 't.until_on as untilOn', 't.items', 't.cod', 't.postage', 't.fee', 't.tax', 't.deductions', 't.carried', 't.net'])
    .select(['t.run_id as runId', sql<string>`(select r.code from cob.settlement_run_directory r where r.id = t.run_id)`.as('runCode')])
    .select(sql<string>`(select r.status from cob.settlement_run_directory r where r.id = t.run_id)`.as('runStatus'))
    .select(sql<number>`(select r.version from cob.settlement_run_directory r where r.id = t.run_id)`.as('runVersion'))
    .select(pendingRequest(RUN, 't.run_id').as('pendingRequestId'))
    .select(
      sql<
        string | null
      >`(select i.reference from disbursement.item i where i.source_kind = ${sql.lit(COD_SETTLEMENT)} and i.source_item = t.id order by i.id desc limit 1)`.as(
        'reference',
      ),
    )
    .select(['t.paid_at as paidAt', 't.mailed_at as mailedAt', sql<string>`${sql.ref('u.name')}`.as('unitName'), 't.made_by as madeBy', 't.made_at as madeAt'])
    .select(['t.updated_at as updatedAt', 't.updated_by as updatedBy', 't.version'])
}
type Row = ReturnType<typeof settlementsOf> extends { execute(): Promise<(infer R)[]> } ? R : never

export const settlementList: ListHandler<typeof listCodSettlements, Row> = {
  query: settlementsOf,
  where: {
    text: words('t.code', sql<string>`(select k.code || ' ' || k.name from cob.key_account_directory k where k.id = t.key_account_id)`),
    status: oneOf('t.status'),
    keyAccountId: is('t.key_account_id'),
    run: (code) => sql`t.run_id = (select r.id from cob.settlement_run_directory r where r.code = ${code.toUpperCase()})`,
    runId: is('t.run_id'),
    unitId: within('t'),
    period: days('t.cycle_date'),
  },
  key: 't.id',
  sort: { code: 't.code', net: 't.net', cycleDate: 't.cycle_date', madeAt: 't.made_at', updatedAt: 't.updated_at' },
}

/** A statement within the caller's scope, with what it is made of and how it is paid. */
export async function settlementDetail({ id }: InputOf<typeof findCodSettlement>, ctx: RequestContext): Promise<Detail> {
  const { db } = ctx.runtime
  const row = await findRow(
    findCodSettlement,
    settlementsOf(ctx)
      .select([
        't.date_basis as dateBasis',
        't.checked_by as checkedBy',
        't.hold_reason as holdReason',
        't.step_note as stepNote',
        't.merged_into_id as mergedIntoId',
      ])
      .where('t.id', '=', id),
  )
  const { rows: facts } = await sql<{
    contractNumber: string
    taxCode: string
    bankBin: string
    accountNumber: string
    accountName: string
    coolingUntil: Date | null
  }>`
    select c.number as "contractNumber", k.tax_code as "taxCode", k.bank_bin as "bankBin", k.account_number as "accountNumber", k.account_name as "accountName",
      case when k.account_cooling_until > ${ctx.now} then k.account_cooling_until end as "coolingUntil"
    from cob.settlement s join cob.key_contract c on c.id = s.contract_id join cob.key_account k on k.id = s.key_account_id where s.id = ${id}`.execute(db)
  const fact = facts[0] as (typeof facts)[number]
  const { rows: linked } = await sql<Detail['merged'][number] & { into: boolean }>`
    select m.id, m.code, m.net, m.id = s.merged_into_id as into from cob.settlement s join cob.settlement m on m.merged_into_id = s.id or m.id = s.merged_into_id
     where s.id = ${id} order by m.id`.execute(db)
  const plain = ({ into: _into, ...one }: (typeof linked)[number]) => one
  const [deducted, transfers, journals, bank] = await Promise.all([deductedOf(ctx, id), transfersOf(ctx, id), journalsOf(ctx, id), bankName(db, fact.bankBin)])
  const into = linked.find((one) => one.into)
  return {
    ...row,
    ...fact,
    coolingUntil: fact.coolingUntil && isoLocal(fact.coolingUntil),
    holdReason: noteText(row.holdReason)[ctx.language],
    stepNote: stepNoteText(row.stepNote)[ctx.language],
    bankName: bank ?? '',
    mergedInto: into ? plain(into) : null,
    merged: linked.filter((one) => !one.into).map(plain),
    ...{ deducted, transfers, journals },
  } as Detail
}

async function deductedOf({ runtime: { db } }: RequestContext, id: string): Promise<Detail['deducted']> {
  const { rows } = await sql<Omit<Detail['deducted'][number], 'at'> & { at: Date }>`
    select d.id, i.code as "itemCode", r.reason, d.amount, r.amount as owed, r.at from cob.settlement_deduction d join cob.recovery r on r.id = d.recovery_id
      join cob.item i on i.id = r.item_id where d.settlement_id = ${id} order by d.id`.execute(db)
  return rows.map((row) => ({ ...row, at: isoLocal(row.at) }))
}

async function transfersOf({ runtime: { db } }: RequestContext, id: string): Promise<Detail['transfers']> {
  const rows = await db
    .selectFrom('disbursement.item as i')
    .innerJoin('disbursement.batch as b', 'b.id', 'i.batch_id')
    .select(['i.id', 'i.reference', 'b.code as batchCode', 'i.status', 'i.amount', 'i.account_number as accountNumber', 'i.account_name as accountName'])
    .select(['i.partner_reference as partnerReference', 'i.updated_at as updatedAt'])
    .where('i.source_kind', '=', COD_SETTLEMENT)
    .where('i.source_item', '=', id)
    .orderBy('i.id', 'desc')
    .execute()
  return rows.map((row) => ({ ...row, updatedAt: isoLocal(row.updatedAt) })) as Detail['transfers']
}

/** Journals of its charges, and of its transfers. */
async function journalsOf({ runtime: { db } }: RequestContext, id: string): Promise<Detail['journals']> {
  const { rows } = await sql<Omit<Detail['journals'][number], 'recordedAt'> & { recordedAt: Date }>`
    select j.id, j.kind, j.business_date::text as "businessDate", j.description, sum(e.amount) filter (where e.side = 'D')::numeric(20,2)::text as amount, j.recorded_at as "recordedAt"
      from ledger.journal j join ledger.entry e on e.journal_id = j.id
     where (j.source_type = 'cob.settlement' and j.source_id = ${id}) or (j.source_type = 'payment.transaction' and j.source_id in (
       select i.transaction_id::text from disbursement.item i where i.source_kind = ${COD_SETTLEMENT} and i.source_item = ${id}
       union select r.transaction_id::text from disbursement.returned r join disbursement.item i on i.id = r.item_id where i.source_kind = ${COD_SETTLEMENT} and i.source_item = ${id}))
     group by j.id order by j.id`.execute(db)
  return rows.map((row) => ({ ...row, recordedAt: isoLocal(row.recordedAt) }))
}

const net = sql<string>`(l.cod - l.postage - l.fee - l.tax)::numeric(20,2)`

function linesOf({ scope }: Pick<RequestContext, 'scope'>) {
  return scope
    .selectFrom('cob.settlement as t')
    .innerJoin('cob.settlement_line as l', 'l.settlement_id', 't.id')
    .innerJoin('cob.key_item_directory as i', 'i.id', 'l.item_id')
    .select(['l.id', 'l.item_id as itemId', sql<string>`i.code`.as('itemCode'), 't.id as settlementId', 't.code as settlementCode', 'l.part'])
    .select([sql<Date>`i.accepted_at`.as('acceptedAt'), sql<Date | null>`i.delivered_at`.as('deliveredAt'), sql<string>`i.receiver_name`.as('receiverName')])
    .select(['l.cod', 'l.postage', 'l.fee', 'l.tax', net.as('net'), 'l.released_at as releasedAt'])
}
type Line = ReturnType<typeof linesOf> extends { execute(): Promise<(infer R)[]> } ? R : never

export const lineList: ListHandler<typeof listSettlementLines, Line> = {
  query: linesOf,
  where: {
    settlementId: is('l.settlement_id'),
    keyAccountId: is('t.key_account_id'),
    itemCode: (code) => sql`i.code = ${code.toUpperCase()}`,
    part: is('l.part'),
  },
  key: 'l.id',
  sort: { itemCode: 'i.code', cod: 'l.cod', net: 'net', acceptedAt: 'i.accepted_at' },
}

const statement = (column: 'id' | 'code') =>
  sql<
    string | null
  >`(select ${sql.ref(`s.${column}`)} from cob.settlement_line l join cob.settlement s on s.id = l.settlement_id where l.item_id = i.id and l.released_at is null)`

function itemsOf({ scope }: Pick<RequestContext, 'scope'>) {
  return scope
    .selectFrom('cob.key_account as t')
    .innerJoin('cob.key_item_directory as i', 'i.key_account_id', 't.id')
    .leftJoin(...lookup('organisation.unit_directory as u', { 'u.id': 'i.unit_id' }))
    .select([
      sql<string>`i.id`.as('id'),
      sql<string>`i.code`.as('code'),
      sql<string>`i.delivery_state`.as('deliveryState'),
      sql<string>`i.money_state`.as('moneyState'),
    ])
    .select([sql<Date>`i.accepted_at`.as('acceptedAt'), sql<Date | null>`i.delivered_at`.as('deliveredAt'), sql<string>`i.receiver_name`.as('receiverName')])
    .select([
      sql<string>`i.cod_amount`.as('codAmount'),
      sql<string>`i.collected_amount`.as('collectedAmount'),
      sql<string>`i.handed_in_amount`.as('handedInAmount'),
    ])
    .select([
      sql<string>`i.postage`.as('postage'),
      statement('code').as('settlementCode'),
      statement('id').as('settlementId'),
      sql<string>`${sql.ref('u.name')}`.as('unitName'),
    ])
}
type Item = ReturnType<typeof itemsOf> extends { execute(): Promise<(infer R)[]> } ? R : never

export const keyItemList: ListHandler<typeof listKeyAccountItems, Item> = {
  query: itemsOf,
  where: {
    keyAccountId: is('t.id'),
    text: words('i.code', 'i.receiver_name'),
    moneyState: is('i.money_state'),
    period: daysOfTime('i.accepted_at'),
  },
  key: 'i.id',
  sort: { code: 'i.code', acceptedAt: 'i.accepted_at', codAmount: 'i.cod_amount' },
}

/** The statement as a file. Throws REP-001 for one that is too long for paper. */
export async function statementFile({ id, format }: InputOf<typeof downloadCodStatement>, ctx: RequestContext): Promise<Download> {
  const seen = await ctx.scope.selectFrom('cob.settlement as t').select('t.id').where('t.id', '=', id).executeTakeFirst()
  const figures = seen && (await figuresOf(ctx.runtime.db, id))
  if (!figures) throw new AppError(errors.notFound)
  const name = fileName(figures, format)
  if (format === 'xlsx') return { name, contentType: XLSX_TYPE, stream: statementSheet(figures, ctx.language) }
  const document = statementDocument(figures, ctx.language, ctx.now)
  if (!document) throw new AppError(errors.reportTooLong, { maximum: '3.000' })
  const bytes = await reportPdf(document, ctx.language)
  return { name, contentType: PDF_TYPE, stream: Readable.from([bytes]), size: bytes.length }
}
