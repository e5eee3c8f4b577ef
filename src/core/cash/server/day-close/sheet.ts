import type { LedgerWords } from '#core/ledger/server/public.ts'
import { amountInWords } from '#kernel/amount-in-words.ts'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { isoLocal, showDate, showTimestamp } from '#kernel/dates.ts'
import { AppError, errors } from '#kernel/errors.ts'
import { fill, type Language, LOCALES, type Text } from '#kernel/language.ts'
import { showMoney } from '#kernel/money.ts'
import type { CommandContext } from '#platform/server/module.ts'
import type { printDay } from '../../contract/day-close/days.ts'
import { DayFigures, itemCode } from '../../contract/day-close/figures.ts'
import { dayCloseErrors } from '../../contract/day-close/machine.ts'
import { countsAt } from '../blind.ts'
import { type Drawn, defineDocument, issueDocument } from '../documents.ts'
import { unitPath } from '../paper.ts'
import { withKinds } from './parts.ts'
import { days } from './record.ts'

/** As the close has kept them, counts of journals written as text. */
interface SheetFigures extends Omit<DayFigures, 'receipts' | 'payments'> {
  receipts: { kind: string; count: string; amount: string }[]
  payments: { kind: string; count: string; amount: string }[]
}

interface DaySheet {
  units: string[]
  run: string
  submittedBy: string
  closedBy: string
  closedAt: string
  figures: SheetFigures
  /** What the kinds of its journals were called when it was first printed. */
  names: Record<string, Text>
}

const WORDS = {
  vi: {
    title: 'Bảng kê chốt ngày',
    form: 'Mẫu số: 01/CN',
    day: 'Ngày làm việc {day}',
    days: 'Ngày làm việc {day}, từ {from}',
    closed: 'Lần chốt: {run} · Người trình: {submittedBy} · Người duyệt chốt: {closedBy} · Chốt lúc {at} · Đơn vị tính: đồng',
    columns: ['Mã', 'Nội dung', 'Tồn đầu', 'Thu', 'Chi', 'Tồn cuối'],
    receipts: 'Thu theo loại',
    payments: 'Chi theo loại',
    holdings: 'Theo quỹ (gồm giao nhận giữa các quỹ của đơn vị)',
    counts: 'Kiểm quỹ',
    transit: 'Tiền đang đi đường',
    late: 'Bút toán muộn',
    lateUnits: 'Đơn vị chốt muộn',
    acknowledged: 'Đã ghi nhận khi chốt',
    journals: '{kind} ({n} bút toán)',
    counted: '{holding}: kiểm đếm {counted}, sổ quỹ {ledger}, chênh lệch {variance}; {by}, {at}',
    moving: '{from} → {to}: {amount}',
    lateJournal: '{description}: {amount}, phát sinh lúc {at}',
    total: 'Cộng',
    words: 'Tồn cuối ngày bằng chữ: {words}',
    signatures: ['Thủ quỹ', 'Kế toán', 'Thủ trưởng đơn vị'],
    hint: '(Ký, họ tên)',
  },
  en: {
    title: 'Day sheet',
    form: 'Form no. 01/CN',
    day: 'Business date {day}',
    days: 'Business date {day}, from {from}',
    closed: 'Close no. {run} · Submitted by: {submittedBy} · Closed by: {closedBy} · Closed at {at} · Amounts in VND',
    columns: ['Code', 'Item', 'Opening', 'In', 'Out', 'Closing'],
    receipts: 'Receipts by type',
    payments: 'Payments by type',
    holdings: 'By holding (with what moved between holdings of the unit)',
    counts: 'Cash counts',
    transit: 'Cash in transit',
    late: 'Late journals',
    lateUnits: 'Units that closed late',
    acknowledged: 'Acknowledged at the close',
    journals: '{kind} (journals: {n})',
    counted: '{holding}: counted {counted}, ledger {ledger}, variance {variance}; {by}, {at}',
    moving: '{from} → {to}: {amount}',
    lateJournal: '{description}: {amount}, occurred at {at}',
    total: 'Total',
    words: 'Closing cash in words: {words}',
    signatures: ['Vault keeper', 'Accountant', 'Head of unit'],
    hint: '(Signature, full name)',
  },
} as const

/** Bảng kê chốt ngày: one a close, from the figures that it has kept. */
export const daySheet = defineDocument<DaySheet>({
  name: 'DAY_SHEET',
  prefix: 'BKCN',
  title: { vi: WORDS.vi.title, en: WORDS.en.title },
  draw: (sheet, language) => drawSheet(sheet, language),
})

const WEIGHTS = [13, 34, 12, 12, 12, 12]

function drawSheet({ units, run, submittedBy, closedBy, closedAt, figures, names }: DaySheet, language: Language): Drawn {
  const words = WORDS[language]
  const { businessDate, fromDate, opening, received, paid, closing } = figures
  const money = (amount: string) => showMoney(amount, language, 0)
  const sums = [opening, received, paid, closing].map(money)
  return {
    title: words.title,
    issuer: units,
    form: words.form,
    head: [
      fill(fromDate === businessDate ? words.day : words.days, { day: showDate(businessDate), from: showDate(fromDate) }),
      fill(words.closed, { run, submittedBy, closedBy, at: showTimestamp(closedAt) }),
    ],
    orientation: 'landscape',
    columns: words.columns.map((header, at) => ({ header, align: at < 2 ? 'left' : 'right', weight: WEIGHTS[at] ?? 1 })),
    lines: [
      ...partsOf(
        withKinds(figures, (kind) => names[kind]?.[language] ?? kind),
        language,
      ),
      { level: -1, name: words.total, cells: ['', '', ...sums] },
    ],
    words: fill(words.words, { words: amountInWords(closing, language) }),
    signatures: words.signatures.map((role) => ({ role, hint: words.hint })),
  }
}

/** The parts of the sheet that have a line, each under its name. */
function partsOf(figures: SheetFigures, language: Language): Drawn['lines'] {
  const words = WORDS[language]
  const money = (amount: string) => showMoney(amount, language, 0)
  const part = (name: string, rows: string[][]): Drawn['lines'] =>
    rows.length === 0
      ? []
      : [
          { level: 1, name, cells: Array(6).fill('') },
          ...rows.map((cells, at) => ({ level: 0, name: String(at + 1), cells: [...cells, ...Array(6 - cells.length).fill('')] })),
        ]
  const moved = ({ kind, count }: { kind: string; count: string }) => fill(words.journals, { kind, n: Number(count).toLocaleString(LOCALES[language]) })
  return [
    ...part(
      words.receipts,
      figures.receipts.map((one) => ['', moved(one), '', money(one.amount)]),
    ),
    ...part(
      words.payments,
      figures.payments.map((one) => ['', moved(one), '', '', money(one.amount)]),
    ),
    ...part(
      words.holdings,
      figures.holdings.map(({ code, name, ...one }) => [code, name, ...[one.opening, one.received, one.paid, one.closing].map(money)]),
    ),
    ...part(
      words.counts,
      figures.counts.map(({ code, holding, counted, ledgerBalance, variance, countedBy, countedAt }) => [
        code,
        fill(words.counted, {
          holding,
          counted: money(counted),
          ledger: money(ledgerBalance),
          variance: money(variance),
          by: countedBy,
          at: showTimestamp(countedAt),
        }),
      ]),
    ),
    ...part(
      words.transit,
      figures.transit.map(({ code, fromUnit, toUnit, amount }) => [code, fill(words.moving, { from: fromUnit, to: toUnit, amount: money(amount) })]),
    ),
    ...part(
      words.late,
      figures.late.map(({ kind, description, amount, occurredAt }) => [
        '',
        `${kind}. ${fill(words.lateJournal, { description, amount: money(amount), at: showTimestamp(occurredAt) })}`,
      ]),
    ),
    ...part(
      words.lateUnits,
      figures.lateUnits.map(({ unitCode, unitName, businessDate, reason }) => [unitCode, `${unitName} ${showDate(businessDate)}: ${reason}`]),
    ),
    ...part(
      words.acknowledged,
      figures.acknowledged.map(({ item, note, acknowledgedBy }) => [itemCode(item), `${note} (${acknowledgedBy})`]),
    ),
  ]
}

/** The figures of a close as a paper keeps them, with what the kinds of journals are called now. */
function stored(figures: DayFigures, journals: LedgerWords): Pick<DaySheet, 'figures' | 'names'> {
  const { receipts, payments, late } = figures
  const asText = (rows: DayFigures['receipts']) => rows.map((row) => ({ ...row, count: String(row.count) }))
  return {
    figures: { ...figures, receipts: asText(receipts), payments: asText(payments) },
    names: Object.fromEntries(
      [...receipts, ...payments, ...late].map(({ kind }) => [kind, { vi: journals.kindName(kind, 'vi'), en: journals.kindName(kind, 'en') }]),
    ),
  }
}

/** Prints the sheet of a closed day. Throws SYS-410 before, CSH-362 to who counts a holding of the unit, or a bag from or to it, just now. */
export async function printSheet({ id }: InputOf<typeof printDay>, ctx: CommandContext, journals: LedgerWords): Promise<OutputOf<typeof printDay>> {
  const { tx, session } = ctx
  const { row } = await days.forChange(ctx, { id })
  if (row.status !== 'CLOSED') throw new AppError(errors.state, {}, { data: { status: row.status } })
  const counting = await tx
    .selectFrom('cash.day_close as d')
    .select('d.id')
    .where('d.id', '=', id)
    .where(countsAt('d.unit_id', session.userId))
    .executeTakeFirst()
  if (counting) throw new AppError(dayCloseErrors.blindSheet)
  const close = await tx
    .selectFrom('cash.day_close_run')
    .select(['run', 'figures', 'submitted_by as submittedBy', 'closed_by as closedBy', 'closed_at as closedAt'])
    .where('day_close_id', '=', id)
    .orderBy('run', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return issueDocument(ctx, daySheet, {
    // Closed again, a day has another sheet with a number of its own.
    subject: { type: `cash.day_close_run/${close.run}`, id },
    unitId: row.unit_id,
    day: row.business_date,
    figures: async () => ({
      units: await unitPath(tx, row.unit_id),
      run: String(close.run),
      submittedBy: close.submittedBy,
      closedBy: close.closedBy,
      closedAt: isoLocal(close.closedAt),
      ...stored(DayFigures.parse(close.figures), journals),
    }),
  })
}
