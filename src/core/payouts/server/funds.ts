import { sql } from 'kysely'
import type { z } from 'zod'
import { type ApprovalKind, ask, decidedBy, defineApprovalKind, pendingRequest } from '#core/approvals/server/public.ts'
import { bankAccount } from '#core/cash/server/public.ts'
import { post } from '#core/ledger/server/public.ts'
import { headOffice } from '#core/organisation/server/public.ts'
import type { InputOf } from '#kernel/contract.ts'
import { localDate } from '#kernel/dates.ts'
import { AppError, errors } from '#kernel/errors.ts'
import { formatMoney, parseMoney } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { foldedPatterns } from '#platform/server/list/like.ts'
import { lookup } from '#platform/server/list/lookup.ts'
import { inVietnamese } from '#platform/server/list/select.ts'
import { days, is, oneOf, words } from '#platform/server/list/where.ts'
import type { CommandContext, Registrar, RequestContext } from '#platform/server/module.ts'
import type { Ref } from '#platform/server/record/record.ts'
import { refusedField } from '#platform/server/refusals.ts'
import { payoutFundsKind } from '../contract/approval-kinds.ts'
import { payoutErrors } from '../contract/errors.ts'
import { fundBalances, fundBanks, listReceipts, ReceiptPayload, ReceiptPicture, receiveFunds } from '../contract/funds.ts'
import { FUNDS } from '../contract/words.ts'
import { fundsOf, lockFunds } from './money.ts'
import { requirePartner } from './programmes.ts'
import { LEDGER_SERVICE, RECEIPT, receipts } from './records.ts'

const LIMIT = 50

export function registerFunds(on: Registrar): void {
  on.list(listReceipts, {
    query: ({ db }) =>
      db
        .selectFrom('payout.receipt as t')
        .leftJoin(...lookup('organisation.partner as p', { 'p.id': 't.partner_id' }))
        .leftJoin(...lookup('organisation.partner as b', { 'b.id': 't.bank_id' }))
        .select(['t.id', 't.code', sql<string>`${sql.ref('p.name')}`.as('partnerName'), sql<string>`${sql.ref('b.name')}`.as('bankName')])
        .select(['t.bank_reference as bankReference', 't.amount', 't.received_on as receivedOn', 't.status', 't.note', 't.created_by as createdBy'])
        .select(['t.decided_by as decidedBy', pendingRequest(RECEIPT, 't.id').as('pendingRequestId')])
        .select(['t.updated_at as updatedAt', 't.updated_by as updatedBy', 't.version']),
    where: {
      text: words('t.code', 't.bank_reference', 'p.name'),
      status: oneOf('t.status'),
      partnerId: is('t.partner_id'),
      period: days('t.received_on'),
    },
    key: 't.id',
    sort: { code: 't.code', receivedOn: 't.received_on', amount: 't.amount', updatedAt: 't.updated_at' },
  })
  on.query(fundBalances, balances)
  on.query(fundBanks, banks)
  on.command(receiveFunds, receive)
}

async function balances(_input: unknown, { scope }: RequestContext) {
  return scope
    .selectFrom('ledger.account as a')
    .innerJoin('payout.funds as f', 'f.account_id', 'a.id')
    .innerJoin('organisation.partner as p', 'p.id', 'f.partner_id')
    .select(['f.partner_id as partnerId', sql<string>`p.name`.as('partnerName'), sql<string>`a.code`.as('accountCode'), 'a.balance'])
    .select(
      sql<string>`(select coalesce(sum(la.balance), 0) from payout.list l join ledger.account la on la.id = l.account_id where l.partner_id = f.partner_id)::numeric(20,2)`.as(
        'onLists',
      ),
    )
    .orderBy(inVietnamese('p.name'))
    .execute()
}

async function banks({ text = '', ids }: InputOf<typeof fundBanks>, { db }: RequestContext) {
  let query = db.selectFrom('organisation.partner as p').select(['p.id', 'p.code', 'p.name']).where('p.kind', '=', 'BANK')
  query = ids ? query.where('p.id', 'in', ids) : query.where('p.status', '=', 'ACTIVE')
  for (const pattern of foldedPatterns(text)) query = query.where(sql<boolean>`platform.fold(p.code || ' ' || p.name) like ${pattern}`)
  return query.orderBy(inVietnamese('p.name')).limit(LIMIT).execute()
}

/** Written down with the bank's reference; another person posts it. Throws PYL-034 for a reference that is known. */
async function receive(input: InputOf<typeof receiveFunds>, ctx: CommandContext): Promise<Ref> {
  const { tx, now, language, session } = ctx
  const { partnerId, bankId, bankReference, amount, receivedOn, note = '' } = input
  await requirePartner(tx, ctx, partnerId)
  if (receivedOn > localDate(now)) throw refusedField('receivedOn', payoutErrors.receivedLater, language)
  const bank = await tx.selectFrom('organisation.partner').select('id').where('id', '=', bankId).where('kind', '=', 'BANK').executeTakeFirst()
  if (!bank) throw new AppError(errors.notFound)
  await sql`select pg_advisory_xact_lock(hashtextextended('payout.receipt:' || ${bankId}::text || ':' || ${bankReference}, 0))`.execute(tx)
  const known = await tx
    .selectFrom('payout.receipt')
    .select('id')
    .where('bank_id', '=', bankId)
    .where('bank_reference', '=', bankReference)
    .where('status', '<>', 'REJECTED')
    .executeTakeFirst()
  if (known) throw refusedField('bankReference', payoutErrors.bankReferenceTaken, language, { reference: bankReference })
  const { rows } = await sql<{ code: string }>`
    select 'TC' || to_char(${receivedOn}::date, 'YYMM') || '-' || lpad(nextval('payout.receipt_number')::text, 5, '0') as code`.execute(tx)
  const ref = await receipts.insert(ctx, {
    code: rows[0]?.code ?? '',
    partner_id: partnerId,
    bank_id: bankId,
    bank_reference: bankReference,
    amount: formatMoney(parseMoney(amount)),
    received_on: receivedOn,
    note,
    created_by: session.account,
    created_at: now,
  })
  const payload = { amount: formatMoney(parseMoney(amount)), bankReference }
  const asked = await ask(ctx, payoutFunds, { subjectId: ref.id, version: ref.version, payload, reason: note || bankReference })
  return { id: ref.id, version: asked.subjectVersion }
}

async function factsOf(tx: Tx, row: { partner_id: string; bank_id: string }) {
  const { rows } = await sql<{ partner: string; bank: string }>`
    select (select name from organisation.partner where id = ${row.partner_id}) as partner, (select name from organisation.partner where id = ${row.bank_id}) as bank`.execute(
    tx,
  )
  return rows[0] ?? { partner: '', bank: '' }
}

/** Money that has come: the bank's account against the payer's prefunding, once a second person agrees. */
export const payoutFunds: ApprovalKind = defineApprovalKind<z.output<typeof ReceiptPayload>>({
  ...payoutFundsKind,
  subjectType: RECEIPT,
  payload: ReceiptPayload,
  picture: ReceiptPicture,
  entity: 'payouts.receiptRequest',
  permissions: { ask: `${FUNDS}/create`, see: `${FUNDS}/view` },
  tiers: [{ upTo: null, decide: `${FUNDS}/approve` }],
  wholeSystem: true,
  days: 7,
  async describe({ tx }, id) {
    const row = await receipts.lock(tx, { id })
    const { partner, bank } = await factsOf(tx, row)
    const office = await headOffice(tx)
    if (!office) throw new AppError(errors.notFound)
    const balance = await fundsOf(tx, row.partner_id)
    const same = { partnerName: partner, bankName: bank, bankReference: row.bank_reference, amount: row.amount, receivedOn: row.received_on }
    return {
      code: row.code,
      place: { headUnitId: office.id, provinceUnitId: null, districtUnitId: null, officeUnitId: null, partnerId: null },
      before: { balance: formatMoney(balance) },
      after: { ...same, balance: formatMoney(balance + parseMoney(row.amount)) },
      money: parseMoney(row.amount),
      beneficiary: partner,
      rows: 1,
    }
  },
  hold: async (_ctx, { version }) => version,
  versionNow: async ({ tx }, id) => (await receipts.locked(tx, id))?.version,
  async apply(ctx, { subjectId }) {
    const { tx, now } = ctx
    const row = await receipts.lock(tx, { id: subjectId })
    const bank = await bankAccount(tx, row.bank_id)
    const funds = await lockFunds(tx, row.partner_id)
    const amount = parseMoney(row.amount)
    const { journalId } = await post(tx, {
      businessKey: `payout-funds:${row.id}`,
      kind: 'PAYOUT_FUNDS',
      service: LEDGER_SERVICE,
      businessDate: localDate(now),
      occurredAt: now,
      description: `Tiền chi trả của ${funds.partner}, số tham chiếu ${row.bank_reference}`,
      sourceType: RECEIPT,
      sourceId: row.id,
      entries: [
        { accountId: bank, side: 'D', amount },
        { accountId: funds.accountId, side: 'C', amount },
      ],
    })
    const stamp = decidedBy(ctx)
    await receipts.save(tx, stamp, row, { journal_id: journalId, decided_by: stamp.by }, 'post')
  },
  async release(ctx, { subjectId }) {
    const row = await receipts.lock(ctx.tx, { id: subjectId })
    await receipts.save(ctx.tx, decidedBy(ctx), row, {}, 'reject')
  },
})
