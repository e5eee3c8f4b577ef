import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { bankNameIn } from '#core/masterdata/server/public.ts'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { daysBetween, isoLocal } from '#kernel/dates.ts'
import { AppError } from '#kernel/errors.ts'
import { parseMoney } from '#kernel/money.ts'
import { byUser } from '#platform/server/audit/audit.ts'
import { foldedPatterns } from '#platform/server/list/like.ts'
import { startsWith } from '#platform/server/list/where.ts'
import type { Registrar, RequestContext } from '#platform/server/module.ts'
import { refusedField, refuseField } from '#platform/server/refusals.ts'
import { paymentErrors } from '../../contract/errors.ts'
import { INQUIRY_DAYS, INQUIRY_ROWS, type TransactionInquiry } from '../../contract/inquiry.ts'
import type { TransactionContracts } from '../../contract/transactions.ts'
import { TRANSACTION } from './detail.ts'

type Question = InputOf<TransactionInquiry['search']>

/** What the audit log calls a look at payments of others. */
export const LOOKED_UP = 'payments.lookedUp'

/** Whose payments are looked up; `paidTo`: those to an account or code of the service, as a condition on `t`. */
interface Looked extends Pick<TransactionContracts, 'service'> {
  paidTo: (accountOrCode: string) => RawBuilder<SqlBool>
}

/** Answers the look-ups of a service. */
export function registerInquiry(on: Registrar, { search }: TransactionInquiry, looked: Looked): void {
  on.query(search, (question, ctx) => lookUp(looked, question, ctx))
}

async function lookUp(looked: Looked, question: Question, ctx: RequestContext): Promise<OutputOf<TransactionInquiry['search']>> {
  const asked = checked(question, ctx)
  const found = await paymentsOf(looked, asked, ctx)
  const rows = found.slice(0, INQUIRY_ROWS)
  if (rows.length > 0) await keepLooks(rows, asked, ctx)
  return {
    rows: rows.map(({ occurredAt, outcome, status, unresolved, ...row }) => ({
      ...row,
      status: status as OutputOf<TransactionInquiry['search']>['rows'][number]['status'],
      unresolved: unresolved as 'OPEN' | 'CONTRADICTED' | null,
      occurredAt: isoLocal(occurredAt),
      outcome: outcomeOf(outcome),
    })),
    more: found.length > INQUIRY_ROWS,
  }
}

/** A reference as it was typed and as it is written: people read it aloud, and nobody says which letters are great ones. */
export const inAnyCase = (reference: string) => [...new Set([reference, reference.toUpperCase(), reference.toLowerCase()])]

/** A question that means something: a whole reference, or days with something else. */
function checked({ reference, from, to = from, amount, account, memo, paidTo }: Question, { language }: RequestContext) {
  if (reference) return { reference }
  if (!from || !to || !(amount || account || memo || paidTo)) throw new AppError(paymentErrors.inquiryEmpty)
  if (from > to) refuseField('to', 'dateOrder', language)
  if (daysBetween(from, to) >= INQUIRY_DAYS) throw refusedField('to', paymentErrors.inquiryDays, language, { days: INQUIRY_DAYS })
  return { from, to, amount, account, memo, paidTo }
}

type Asked = ReturnType<typeof checked>

function paymentsOf({ service, paidTo: ofAccountOrCode }: Looked, asked: Asked, { scope }: RequestContext) {
  let query = scope
    .selectFrom('payment.transaction as t')
    .innerJoin('organisation.partner as p', 'p.id', 't.partner_id')
    .leftJoin('merchants.merchant_directory as m', 'm.id', 't.merchant_id')
    .select([
      't.id',
      't.code',
      't.external_ref as externalRef',
      't.order_ref as orderRef',
      't.status',
      't.amount',
      't.occurred_at as occurredAt',
      't.memo',
      't.outcome',
    ])
    .select(['m.name as merchantName', 't.payer_name as payerName', 't.payer_account as payerAccount', bankNameIn('t.payer_bank_bin').as('payerBank')])
    .select(['p.name as partnerName', sql<string | null>`(select u.state from outcome.unresolved u where u.transaction_id = t.id)`.as('unresolved')])
    .where('t.service', '=', service.code)
    .where('t.type', '<>', 'REFUND')
    .orderBy('t.occurred_at', 'desc')
    .orderBy('t.id', 'desc')
    .limit(INQUIRY_ROWS + 1)
  if ('reference' in asked) {
    const { reference = '' } = asked
    const written = inAnyCase(reference)
    query = query.where((eb) =>
      eb.or([
        eb('t.code', '=', reference.toUpperCase()),
        eb('t.external_ref', 'in', written),
        eb('t.order_ref', 'in', written),
        eb('t.bank_reference', 'in', written),
      ]),
    )
  } else {
    const { from, to, amount, account, memo, paidTo } = asked
    query = query.where('t.business_date', '>=', from).where('t.business_date', '<=', to)
    if (amount) query = query.where('t.amount_hundredths', '=', String(parseMoney(amount)))
    if (paidTo) query = query.where(ofAccountOrCode(paidTo))
    if (account) query = query.where(startsWith('t.payer_account')(account))
    for (const pattern of foldedPatterns(memo ?? '')) query = query.where(sql<SqlBool>`platform.fold(t.memo) like ${pattern}`)
  }
  return query.execute()
}

/** Who looked at which payments, by what. */
async function keepLooks(rows: readonly { id: string }[], asked: Asked, ctx: RequestContext): Promise<void> {
  const { db, audit } = ctx.runtime
  // By the names that fields of a transaction have in the log.
  const { reference: code, account: payer, paidTo: payee, ...rest } = { reference: undefined, account: undefined, paidTo: undefined, ...asked }
  const after = { ...(code ? { code } : {}), ...(payer ? { payer } : {}), ...(payee ? { payee } : {}), ...rest }
  const facts = rows.map(({ id }) => ({ ...byUser(ctx.session.account, ctx), action: LOOKED_UP, subjectType: TRANSACTION, subjectId: id, after }))
  await db.transaction().execute((tx) => audit.writeMany(tx, facts))
}

/** The last word of the channel, as it is stored. */
function outcomeOf(stored: unknown): OutputOf<TransactionInquiry['search']>['rows'][number]['outcome'] {
  const outcome = stored as { code: string; message: string; evidence?: { bankReference: string; bankTime?: string } } | null
  if (!outcome) return null
  const { code, message, evidence } = outcome
  return { code, message, bankReference: evidence?.bankReference ?? null, bankTime: evidence?.bankTime ?? null }
}
