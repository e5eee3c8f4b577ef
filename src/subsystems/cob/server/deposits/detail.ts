import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { amountInWords } from '#kernel/amount-in-words.ts'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { isoLocal, showDate, showTimestamp } from '#kernel/dates.ts'
import { AppError, errors } from '#kernel/errors.ts'
import { fill } from '#kernel/language.ts'
import { formatMoney, parseMoney, showMoney } from '#kernel/money.ts'
import type { ReportDocument } from '#kernel/report.ts'
import type { Download, Registrar, RequestContext } from '#platform/server/module.ts'
import { placeOf } from '#platform/server/report/document.ts'
import { PDF_TYPE, reportPdf } from '#platform/server/report/pdf.ts'
import { depositErrors } from '../../contract/deposit-errors.ts'
import { getDepositItems, printDeposit } from '../../contract/deposits.ts'
import type { DepositKind } from '../../contract/service.ts'
import { linesOf, totalsOf } from './lists.ts'

export function registerDepositDetail(on: Registrar): void {
  on.query(getDepositItems, itemsOf)
  on.download(printDeposit, print)
}

interface Deposit {
  id: string
  code: string
  status: string
  kind: DepositKind
  amount: string
  surplus: string
  paper: string | null
  courierCode: string
  courierName: string
  occurredAt: Date
  businessDate: string
}

/** A deposit in the caller's scope. Throws SYS-404. */
async function depositOf({ scope }: RequestContext, id: string): Promise<Deposit> {
  const row = await scope
    .selectFrom('cob.deposit as d')
    .innerJoin('payment.transaction as t', (join) => join.onRef('t.id', '=', 'd.id').onRef('t.business_date', '=', 'd.business_date'))
    .select(['d.id', 't.code', 't.status', 'd.kind', 't.amount', 'd.surplus', 'd.paper', 'd.courier_code as courierCode', 'd.courier_name as courierName'])
    .select(['t.occurred_at as occurredAt', 't.business_date as businessDate'])
    .where('d.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new AppError(errors.notFound)
  return row as Deposit
}

async function itemsOf({ id }: InputOf<typeof getDepositItems>, ctx: RequestContext): Promise<OutputOf<typeof getDepositItems>> {
  const deposit = await depositOf(ctx, id)
  const lines = await linesOf(ctx.scope.db, id)
  return { lines, ...totalsOf(lines), surplus: deposit.surplus, handIn: await handInOf(ctx, deposit), slip: await slipOf(ctx, deposit) }
}

async function handInOf({ scope }: RequestContext, { kind, paper }: Deposit): Promise<OutputOf<typeof getDepositItems>['handIn']> {
  if (kind !== 'CASH' || paper === null) return null
  const { rows } = await sql<NonNullable<OutputOf<typeof getDepositItems>['handIn']>>`
    select h.code, h.declared_amount as declared, h.counted_amount as counted, h.declared_by as "declaredBy", coalesce(t.code, '') as "tillCode", h.note
    from cob.hand_in h left join cash.holding_directory t on t.id = h.till_id where h.code = ${paper}`.execute(scope)
  return rows[0] ?? null
}

async function slipOf({ scope }: RequestContext, { kind, paper }: Deposit): Promise<OutputOf<typeof getDepositItems>['slip']> {
  if (kind !== 'TKTT' || paper === null) return null
  const { rows } = await sql<NonNullable<OutputOf<typeof getDepositItems>['slip']>>`
    select s.id, s.code, p.name as bank, s.bank_reference as "bankReference", s.paid_on as "paidOn", s.amount, s.bank_amount as "bankAmount"
    from cob.bank_slip s join organisation.partner p on p.id = s.bank_id where s.code = ${paper}`.execute(scope)
  return rows[0] ?? null
}

const KINDS = {
  vi: { CASH: 'Tiền mặt tại bưu cục', WALLET: 'Ví điện tử', QR: 'Mã QR', TKTT: 'Nộp tiền mặt vào TKTT' },
  en: { CASH: 'Cash at the office', WALLET: 'E-wallet', QR: 'QR code', TKTT: 'Cash into the settlement account' },
}

const WORDS = {
  vi: {
    title: 'Bảng kê nộp tiền COD',
    period: 'Ngày làm việc {day} · lúc {at}',
    facts: 'Giao dịch: {code} · Hình thức: {kind} · Phiếu: {paper}',
    person: 'Bưu tá: {name} ({code})',
    columns: ['Bưu gửi', 'Người gửi', 'Hạn nộp', 'Phải nộp', 'Đã nộp', 'Chênh lệch'],
    surplus: 'Nộp thừa chờ xử lý',
    total: 'Tổng cộng',
    words: 'Bằng chữ: {words}',
    signatures: ['Người nộp tiền', 'Người nhận tiền'],
    hint: '(Ký, họ tên)',
    taken: 'In bởi {by} lúc {at}',
  },
  en: {
    title: 'Statement of a COD deposit',
    period: 'Business date {day} · at {at}',
    facts: 'Transaction: {code} · Kind: {kind} · Paper: {paper}',
    person: 'Postman: {name} ({code})',
    columns: ['Item', 'Sender', 'Due', 'Owed', 'Handed in', 'Difference'],
    surplus: 'Paid in beyond, pending',
    total: 'Total',
    words: 'In words: {words}',
    signatures: ['Handed in by', 'Received by'],
    hint: '(Signature, full name)',
    taken: 'Printed by {by} at {at}',
  },
} as const

async function print({ id }: InputOf<typeof printDeposit>, ctx: RequestContext): Promise<Download> {
  const deposit = await depositOf(ctx, id)
  if (deposit.status !== 'SUCCEEDED' && deposit.status !== 'CANCEL_PENDING') throw new AppError(depositErrors.notBooked)
  const bytes = await reportPdf(await documentOf(deposit, ctx), ctx.language)
  return { name: `${deposit.code}.pdf`, contentType: PDF_TYPE, stream: Readable.from([bytes]), size: bytes.length }
}

async function documentOf({ id, code, kind, paper, amount, surplus, ...deposit }: Deposit, ctx: RequestContext): Promise<ReportDocument> {
  const { language, now, session, scope } = ctx
  const words = WORDS[language]
  const money = (value: string) => showMoney(value, language, 0)
  const lines = await linesOf(scope.db, id)
  const { expected, handedIn } = totalsOf(lines)
  const { rows } = await sql<{
    name: string
  }>`select u.name from organisation.unit_directory u join cob.courier_directory c on c.unit_id = u.id where c.code = ${deposit.courierCode}`.execute(scope)
  const beyond = surplus === '0.00' ? [] : [{ level: 0, name: String(lines.length + 1), cells: [words.surplus, '', '', '', money(surplus), ''] }]
  return {
    title: words.title,
    issuer: rows.map(({ name }) => name),
    form: '',
    head: [
      fill(words.period, { day: showDate(deposit.businessDate), at: showTimestamp(isoLocal(deposit.occurredAt)) }),
      fill(words.facts, { code, kind: KINDS[language][kind], paper: paper ?? '—' }),
      fill(words.person, { name: deposit.courierName, code: deposit.courierCode }),
    ],
    orientation: 'portrait',
    columns: words.columns.map((header, at) => ({ header, align: at < 3 ? 'left' : 'right', weight: at === 1 ? 20 : 12 })),
    lines: [
      ...lines.map((line, n) => ({
        level: 0,
        name: String(n + 1),
        cells: [
          line.itemCode,
          line.senderName,
          line.dueOn ? showDate(line.dueOn) : '',
          money(line.expected),
          money(line.amount ?? '0'),
          money(line.difference ?? '0'),
        ],
      })),
      ...beyond,
      {
        level: -1,
        name: words.total,
        cells: ['', '', '', money(expected), money(amount), handedIn === expected ? '' : money(formatMoney(parseMoney(handedIn) - parseMoney(expected)))],
      },
    ],
    words: fill(words.words, { words: amountInWords(amount, language) }),
    signatures: words.signatures.map((role) => ({ role, hint: words.hint })),
    taken: fill(words.taken, { by: session.account, at: showTimestamp(isoLocal(now)) }),
    takenAt: isoLocal(now),
    place: placeOf({ now, language }),
  }
}
