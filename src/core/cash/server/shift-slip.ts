import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { isoLocal, showDate, showTimestamp } from '#kernel/dates.ts'
import { AppError, errors } from '#kernel/errors.ts'
import { fill, type Language } from '#kernel/language.ts'
import { showMoney } from '#kernel/money.ts'
import type { CommandContext } from '#platform/server/module.ts'
import { type printShift, shiftMachine } from '../contract/shifts.ts'
import { type Drawn, defineDocument, issueDocument } from './documents.ts'
import { unitPath } from './paper.ts'
import { shifts } from './records.ts'
import { shiftFigures } from './shift-list.ts'

interface ShiftPaper {
  code: string
  till: string
  teller: string
  units: string[]
  businessDate: string
  openedAt: string
  closedAt: string
  opening: string
  moneyIn: string
  moneyOut: string
  ledger: string
  counted: string
  variance: string
  movements: { at: string; description: string; moneyIn: string; moneyOut: string }[]
}

const WORDS = {
  vi: {
    title: 'Phiếu ca',
    form: 'Mẫu số: 02/CA',
    period: 'Ngày làm việc {day} · từ {from} đến {to}',
    facts: 'Ca: {code} · Quầy: {till} · Giao dịch viên: {teller}',
    columns: ['Thời điểm', 'Diễn giải', 'Thu (đồng)', 'Chi (đồng)'],
    opening: 'Tiền đầu ca (kiểm đếm)',
    moved: 'Tổng thu, chi trong ca',
    ledger: 'Phải có theo sổ cuối ca',
    counted: 'Kiểm đếm cuối ca',
    variance: 'Chênh lệch',
    signatures: ['Giao dịch viên', 'Kiểm soát viên', 'Thủ trưởng đơn vị'],
    hint: '(Ký, họ tên)',
  },
  en: {
    title: 'Shift slip',
    form: 'Form no. 02/CA',
    period: 'Business date {day} · from {from} to {to}',
    facts: 'Shift: {code} · Till: {till} · Teller: {teller}',
    columns: ['Time', 'Description', 'In (VND)', 'Out (VND)'],
    opening: 'Opening cash (counted)',
    moved: 'Total in and out',
    ledger: 'Balance in the ledger at the end',
    counted: 'Counted at the end',
    variance: 'Variance',
    signatures: ['Teller', 'Checker', 'Head of unit'],
    hint: '(Signature, full name)',
  },
} as const

const WEIGHTS = [13, 30, 10, 10]

/** Phiếu ca. */
export const shiftSlip = defineDocument<ShiftPaper>({
  name: 'SHIFT',
  prefix: 'PC',
  title: { vi: WORDS.vi.title, en: WORDS.en.title },
  draw: (paper, language) => drawSlip(paper, language),
})

function drawSlip(paper: ShiftPaper, language: Language): Drawn {
  const words = WORDS[language]
  const { code, till, teller } = paper
  const money = (amount: string) => (amount === '' ? '' : showMoney(amount, language, 0))
  const sum = (name: string, moneyIn: string, moneyOut = '') => ({ level: -1, name, cells: ['', '', money(moneyIn), money(moneyOut)] })
  return {
    title: words.title,
    issuer: paper.units,
    form: words.form,
    head: [
      fill(words.period, { day: showDate(paper.businessDate), from: showTimestamp(paper.openedAt), to: showTimestamp(paper.closedAt) }),
      fill(words.facts, { code, till, teller }),
    ],
    orientation: 'portrait',
    columns: words.columns.map((header, at) => ({ header, align: at < 2 ? 'left' : 'right', weight: WEIGHTS[at] ?? 1 })),
    lines: [
      ...paper.movements.map(({ at, description, moneyIn, moneyOut }, n) => ({
        level: 0,
        name: String(n + 1),
        cells: [showTimestamp(at), description, money(moneyIn), money(moneyOut)],
      })),
      sum(words.opening, paper.opening),
      sum(words.moved, paper.moneyIn, paper.moneyOut),
      sum(words.ledger, paper.ledger),
      sum(words.counted, paper.counted),
      sum(words.variance, paper.variance),
    ],
    words: '',
    signatures: words.signatures.map((role) => ({ role, hint: words.hint })),
  }
}

/** Prints the slip of a closed shift. Throws SYS-410 before. */
export async function printSlip({ id }: InputOf<typeof printShift>, ctx: CommandContext): Promise<OutputOf<typeof printShift>> {
  const { row } = await shifts.forChange(ctx, { id })
  const closed = shiftMachine.events.close.to
  if (row.status !== closed) throw new AppError(errors.state, {}, { data: { status: row.status } })
  return issueDocument(ctx, shiftSlip, {
    subject: { type: 'cash.shift', id },
    unitId: row.unit_id,
    day: row.business_date,
    figures: () => paperOf(ctx, row),
  })
}

async function paperOf(ctx: CommandContext, row: Awaited<ReturnType<typeof shifts.lock>>): Promise<ShiftPaper> {
  const { tx, scope } = ctx
  const counts = await tx
    .selectFrom('cash.count')
    .select(['reason', 'counted', 'ledger_balance', 'variance'])
    .where('shift_id', '=', row.id)
    .orderBy('id')
    .execute()
  const first = counts.find(({ reason }) => reason === 'OPEN')
  const last = counts.findLast(({ reason }) => reason === 'SHIFT')
  const till = await tx.selectFrom('cash.holding').select(['code', 'name']).where('id', '=', row.till_id).executeTakeFirstOrThrow()
  const teller = await tx.selectFrom('organisation.staff_directory').select('full_name').where('id', '=', row.teller_staff_id).executeTakeFirst()
  const { movements, moneyIn, moneyOut } = await shiftFigures(scope, { id: row.id, tillId: row.till_id, status: row.status })
  return {
    code: row.code,
    till: `${till.code} ${till.name}`,
    teller: teller?.full_name ?? '',
    units: await unitPath(tx, row.unit_id),
    businessDate: row.business_date,
    openedAt: row.opened_at ? isoLocal(row.opened_at) : '',
    closedAt: row.closed_at ? isoLocal(row.closed_at) : '',
    opening: first?.counted ?? '',
    moneyIn: moneyIn ?? '',
    moneyOut: moneyOut ?? '',
    ledger: last?.ledger_balance ?? '',
    counted: last?.counted ?? '',
    variance: last?.variance ?? '',
    movements: movements
      .toReversed()
      .map((one) => ({ at: one.recordedAt, description: one.description, moneyIn: one.moneyIn ?? '', moneyOut: one.moneyOut ?? '' })),
  }
}
