import { amountInWords } from '#kernel/amount-in-words.ts'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { isoLocal, showDate, showTimestamp } from '#kernel/dates.ts'
import { AppError, errors } from '#kernel/errors.ts'
import { fill, type Language, LOCALES } from '#kernel/language.ts'
import { showMoney } from '#kernel/money.ts'
import type { CommandContext } from '#platform/server/module.ts'
import { countErrors, type printCount } from '../contract/counts.ts'
import { en } from '../labels/shifts/en.ts'
import { vi } from '../labels/shifts/vi.ts'
import { countsOf, linesOf } from './count-list.ts'
import { type Drawn, defineDocument, issueDocument } from './documents.ts'
import { unitPath } from './paper.ts'

interface CountFigures {
  code: string
  holding: string
  units: string[]
  reason: string
  businessDate: string
  countedAt: string
  counter: string
  witness: string
  note: string
  lines: { denomination: string; pieces: string; amount: string }[]
  counted: string
  ledger: string
  variance: string
}

const WORDS = {
  vi: {
    title: 'Biên bản kiểm kê quỹ',
    form: 'Mẫu số: 08a-TT',
    at: 'Lúc {at} · Ngày làm việc {day} · {reason}',
    columns: ['Mệnh giá (đồng)', 'Số tờ', 'Thành tiền (đồng)'],
    total: 'Tổng số tiền kiểm đếm',
    ledger: 'Số dư theo sổ quỹ',
    variance: 'Chênh lệch (kiểm đếm − sổ quỹ)',
    words: 'Bằng chữ (số tiền kiểm đếm): {words}',
    facts: 'Quỹ: {holding} · Lần kiểm: {code} · Người kiểm: {counter}',
    witness: 'Người chứng kiến: {witness}',
    note: 'Ghi chú: {note}',
    signatures: ['Người kiểm đếm', 'Người chứng kiến', 'Thủ trưởng đơn vị'],
    hint: '(Ký, họ tên)',
  },
  en: {
    title: 'Cash count minutes',
    form: 'Form no. 08a-TT',
    at: 'At {at} · Business date {day} · {reason}',
    columns: ['Denomination (VND)', 'Pieces', 'Amount (VND)'],
    total: 'Total counted',
    ledger: 'Balance in the ledger',
    variance: 'Variance (counted − ledger)',
    words: 'In words (counted): {words}',
    facts: 'Holding: {holding} · Count: {code} · Counted by: {counter}',
    witness: 'Witness: {witness}',
    note: 'Note: {note}',
    signatures: ['Counted by', 'Witness', 'Head of unit'],
    hint: '(Signature, full name)',
  },
} as const
const LABELS = { vi, en }

/** Biên bản kiểm kê quỹ. */
export const countMinutes = defineDocument<CountFigures>({
  name: 'COUNT',
  prefix: 'BBKQ',
  title: { vi: WORDS.vi.title, en: WORDS.en.title },
  draw: (figures, language) => drawMinutes(figures, language),
})

function drawMinutes(figures: CountFigures, language: Language): Drawn {
  const words = WORDS[language]
  const { code, holding, counter, witness, note, lines, counted } = figures
  const money = (amount: string) => showMoney(amount, language, 0)
  const number = (text: string) => Number(text).toLocaleString(LOCALES[language])
  const reason = LABELS[language].enums.countReason[figures.reason as keyof typeof vi.enums.countReason]
  const sum = (name: string, amount: string) => ({ level: -1, name, cells: ['', '', money(amount)] })
  return {
    title: words.title,
    issuer: figures.units,
    form: words.form,
    head: [
      fill(words.at, { at: showTimestamp(figures.countedAt), day: showDate(figures.businessDate), reason }),
      fill(words.facts, { holding, code, counter }),
      ...(witness ? [fill(words.witness, { witness })] : []),
      ...(note ? [fill(words.note, { note })] : []),
    ],
    orientation: 'portrait',
    columns: words.columns.map((header) => ({ header, align: 'right', weight: 1 })),
    lines: [
      ...lines.map(({ denomination, pieces, amount }, at) => ({
        level: 0,
        name: String(at + 1),
        cells: [number(denomination), number(pieces), money(amount)],
      })),
      sum(words.total, counted),
      sum(words.ledger, figures.ledger),
      sum(words.variance, figures.variance),
    ],
    words: fill(words.words, { words: amountInWords(counted, language) }),
    signatures: words.signatures.map((role) => ({ role, hint: words.hint })),
  }
}

export async function printMinutes({ id }: InputOf<typeof printCount>, ctx: CommandContext): Promise<OutputOf<typeof printCount>> {
  const row = await countsOf(ctx)
    .leftJoin('organisation.staff_directory as w', 'w.id', 'c.witness_staff_id')
    .select(['w.full_name as witness', 'c.note', 'h.name as holdingName'])
    .where('c.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new AppError(errors.notFound)
  const { code, counted, ledgerBalance, variance, businessDate } = row
  if (counted === null || ledgerBalance === null || variance === null) throw new AppError(countErrors.blindPrint)
  return issueDocument(ctx, countMinutes, {
    subject: { type: 'cash.count', id },
    unitId: row.unitId,
    day: businessDate,
    figures: async () => ({
      code,
      holding: `${row.holdingCode} ${row.holdingName}`,
      units: await unitPath(ctx.tx, row.unitId),
      reason: row.reason,
      businessDate,
      countedAt: isoLocal(row.countedAt),
      counter: row.counterName ?? '',
      witness: row.witness ?? '',
      note: row.note,
      lines: (await linesOf(ctx.scope, id)).map(({ denomination, pieces, amount }) => ({ denomination: String(denomination), pieces: String(pieces), amount })),
      counted,
      ledger: ledgerBalance,
      variance,
    }),
  })
}
