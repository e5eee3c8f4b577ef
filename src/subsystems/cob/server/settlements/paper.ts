import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import { amountInWords } from '#kernel/amount-in-words.ts'
import { isoLocal, localDate, showDate, showTimestamp } from '#kernel/dates.ts'
import { fill, type Language } from '#kernel/language.ts'
import { showMoney } from '#kernel/money.ts'
import type { ReportDocument } from '#kernel/report.ts'
import type { Queryable } from '#platform/server/database/db.ts'
import { placeOf } from '#platform/server/report/document.ts'
import type { SheetLine } from '#platform/server/spreadsheet/sheet.ts'
import { xlsxStream } from '#platform/server/spreadsheet/xlsx.ts'

/** What a statement says, as it stands. */
export interface StatementFigures {
  code: string
  keyAccount: { code: string; name: string; taxCode: string; email: string }
  issuer: string[]
  cycleDate: string
  untilOn: string
  status: string
  cod: string
  postage: string
  fee: string
  tax: string
  deductions: string
  carried: string
  net: string
  lines: {
    code: string
    part: 'COLLECTED' | 'RETURN'
    acceptedAt: Date
    deliveredAt: Date | null
    weight: number | null
    cod: string
    postage: string
    fee: string
    tax: string
  }[]
  deducted: { code: string; amount: string }[]
}

export const STATEMENT_WORDS = {
  vi: {
    title: 'Bảng kê chi COD',
    form: 'Mẫu số: BangKeChiCOD',
    number: 'Số: {code} · Ngày quyết toán {day} · Bưu gửi đến hết ngày {until}',
    who: 'Khách hàng: {name} · Mã KH: {code} · MST: {taxCode}',
    taken: '{code} · Lập lúc {at}',
    columns: ['Số hiệu bưu gửi', 'Ngày gửi', 'Ngày phát', 'Trọng lượng (g)', 'Tiền COD', 'Cước', 'Phí COD', 'Thuế', 'Ghi chú'],
    cod: 'I. COD phải trả',
    postage: 'II. Cước, phí, thuế',
    conclusion: 'III. Kết luận',
    codTotal: 'Cộng COD phải trả',
    chargesTotal: 'Cộng cước, phí, thuế',
    charges: 'Trừ cước, phí, thuế',
    deduction: 'Trừ thu lại bưu gửi đã chi: {code}',
    carried: 'Kỳ trước chuyển sang',
    net: 'Còn lại phải trả khách hàng',
    words: 'Bằng chữ: {words}',
    returned: 'Chuyển hoàn',
    signatures: ['Người lập', 'Người kiểm soát', 'Thủ trưởng đơn vị'],
    hint: '(Ký, họ tên)',
    mail: 'Kính gửi {name},\n\nGửi kèm bảng kê chi COD {code} kỳ {day}: COD phải trả {cod} đồng, còn lại {net} đồng.\n\nTrân trọng.',
    withdrawn:
      'Kính gửi {name},\n\nBảng kê chi COD {code} kỳ {day} đã gửi trước đây được thu hồi, không chi theo bảng kê này. Các bưu gửi sẽ nằm trong bảng kê sau.\n\nTrân trọng.',
    withdrawnTitle: 'Thu hồi bảng kê chi COD {code}',
  },
  en: {
    title: 'COD statement',
    form: 'Form: BangKeChiCOD',
    number: 'No. {code} · Settled on {day} · Items up to {until}',
    who: 'Customer: {name} · Code: {code} · Tax code: {taxCode}',
    taken: '{code} · Made at {at}',
    columns: ['Item', 'Accepted', 'Delivered', 'Weight (g)', 'COD', 'Postage', 'COD fee', 'Tax', 'Note'],
    cod: 'I. COD payable',
    postage: 'II. Postage, fee, tax',
    conclusion: 'III. Conclusion',
    codTotal: 'COD payable in all',
    chargesTotal: 'Postage, fee and tax in all',
    charges: 'Less postage, fee, tax',
    deduction: 'Less recovered of a paid item: {code}',
    carried: 'Carried from earlier statements',
    net: 'Payable to the customer',
    words: 'In words: {words}',
    returned: 'Returned',
    signatures: ['Prepared by', 'Checked by', 'Head of unit'],
    hint: '(Signature, full name)',
    mail: 'Dear {name},\n\nPlease find the COD statement {code} of {day}: COD payable VND {cod}, net VND {net}.\n\nKind regards.',
    withdrawn:
      'Dear {name},\n\nThe COD statement {code} of {day} that you were sent is withdrawn and is not paid. Its items will stand in a later statement.\n\nKind regards.',
    withdrawnTitle: 'COD statement {code} withdrawn',
  },
} as const

/** Paper holds so many lines; the spreadsheet has all. */
const MOST_LINES = 3_000

export async function figuresOf(db: Queryable, id: string): Promise<StatementFigures | undefined> {
  const { rows } = await sql<
    Omit<StatementFigures, 'keyAccount' | 'issuer' | 'lines' | 'deducted'> & { keyAccount: StatementFigures['keyAccount']; head: string; unit: string }
  >`
    select s.code, s.cycle_date::text as "cycleDate", s.until_on::text as "untilOn", s.status, s.cod, s.postage, s.fee, s.tax, s.deductions, s.carried, s.net,
      json_build_object('code', k.code, 'name', coalesce(nullif(k.legal_name, ''), k.name), 'taxCode', k.tax_code, 'email', k.email) as "keyAccount", h.name as head, u.name as unit
    from cob.settlement s join cob.key_account k on k.id = s.key_account_id join organisation.unit h on h.id = s.head_unit_id join organisation.unit u on u.id = s.unit_id
    where s.id = ${id}`.execute(db)
  const [found] = rows
  if (!found) return undefined
  const { rows: lines } = await sql<StatementFigures['lines'][number]>`
    select i.code, l.part, i.accepted_at as "acceptedAt", i.delivered_at as "deliveredAt", i.weight_grams as weight, l.cod, l.postage, l.fee, l.tax
    from cob.settlement_line l join cob.item i on i.id = l.item_id where l.settlement_id = ${id} order by i.accepted_at, i.id`.execute(db)
  const { rows: deducted } = await sql<{ code: string; amount: string }>`
    select i.code, d.amount from cob.settlement_deduction d join cob.recovery r on r.id = d.recovery_id join cob.item i on i.id = r.item_id
     where d.settlement_id = ${id} order by d.id`.execute(db)
  const { head, unit, ...facts } = found
  return { ...facts, issuer: head === unit ? [head] : [head, unit], lines, deducted }
}

/** 'BangKeChiCOD_BKCOD260101-000001.pdf' */
export const fileName = ({ code }: StatementFigures, format: string) => `BangKeChiCOD_${code}.${format}`

const day = (at: Date | null) => (at === null ? '' : showDate(localDate(at)))

/** Rows of part III, and what each comes to. */
function conclusion(figures: StatementFigures, language: Language): { name: string; amount: string }[] {
  const words = STATEMENT_WORDS[language]
  const minus = (amount: string) => (Number(amount) === 0 ? amount : `-${amount}`)
  const charges = (Number(figures.postage) + Number(figures.fee) + Number(figures.tax)).toFixed(2)
  return [
    { name: words.codTotal, amount: figures.cod },
    { name: words.charges, amount: minus(charges) },
    ...figures.deducted.map(({ code, amount }) => ({ name: fill(words.deduction, { code }), amount: minus(amount) })),
    ...(Number(figures.carried) === 0 ? [] : [{ name: words.carried, amount: figures.carried }]),
    { name: words.net, amount: figures.net },
  ]
}

function headOf(figures: StatementFigures, language: Language): string[] {
  const words = STATEMENT_WORDS[language]
  const { code, cycleDate, untilOn, keyAccount } = figures
  return [fill(words.number, { code, day: showDate(cycleDate), until: showDate(untilOn) }), fill(words.who, { ...keyAccount })]
}

/** The statement on paper: I COD, II postage, III conclusion. Undefined where it is too long for paper. */
export function statementDocument(figures: StatementFigures, language: Language, now: Date): ReportDocument | undefined {
  if (figures.lines.length > MOST_LINES) return undefined
  const words = STATEMENT_WORDS[language]
  const money = (text: string) => (Number(text) === 0 ? '–' : showMoney(text, language, text.endsWith('.00') ? 0 : 2))
  const none = ['', '', '', '', '', '', '', '', '']
  const group = (name: string) => ({ level: 1, name, cells: none })
  const sum = (name: string, amounts: Partial<Record<number, string>>, level = -1) => ({
    level,
    name,
    cells: none.map((_cell, at) => (amounts[at] === undefined ? '' : money(amounts[at]))),
  })
  const { cod, postage, fee, tax } = figures
  let number = 0
  const item = (line: StatementFigures['lines'][number], cells: string[]) => ({
    level: 0,
    name: String(++number),
    cells: [line.code, day(line.acceptedAt), day(line.deliveredAt), line.weight === null ? '' : String(line.weight), ...cells],
  })
  const collected = figures.lines.filter(({ part }) => part === 'COLLECTED').map((line) => item(line, [money(line.cod), '', '', '', '']))
  number = 0
  const charged = figures.lines.map((line) =>
    item(line, ['', money(line.postage), money(line.fee), money(line.tax), line.part === 'RETURN' ? words.returned : '']),
  )
  const total = amountInWords(figures.net, language)
  return {
    title: words.title,
    issuer: figures.issuer,
    form: words.form,
    head: headOf(figures, language),
    taken: fill(words.taken, { code: figures.code, at: showTimestamp(isoLocal(now)) }),
    takenAt: isoLocal(now),
    orientation: 'landscape',
    columns: words.columns.map((header, at) => ({
      header,
      align: at >= 3 && at <= 7 ? 'right' : 'left',
      weight: [13, 8, 8, 7, 11, 10, 10, 9, 12][at] as number,
    })),
    lines: [
      ...[group(words.cod), ...collected, sum(words.codTotal, { 4: cod }, 1)],
      ...[group(words.postage), ...charged, sum(words.chargesTotal, { 5: postage, 6: fee, 7: tax }, 1)],
      group(words.conclusion),
      ...conclusion(figures, language).map(({ name, amount }, at, all) => sum(name, { 4: amount }, at === all.length - 1 ? -1 : 1)),
    ],
    words: total === '' ? '' : fill(words.words, { words: total }),
    place: placeOf({ now, language }),
    signatures: words.signatures.map((role) => ({ role, hint: words.hint })),
  }
}

/** The same as a spreadsheet, with every line. */
export function statementSheet(figures: StatementFigures, language: Language): Readable {
  const words = STATEMENT_WORDS[language]
  const kinds = ['text', 'date', 'date', 'integer', 'money', 'money', 'money', 'money', 'text'] as const
  const blank = (name: string, amounts: Partial<Record<number, string>> = {}): SheetLine => ({
    cells: [name, ...kinds.slice(1).map((_kind, at) => amounts[at + 1] ?? null)],
    bold: true,
    depth: 0,
  })
  const cells = (line: StatementFigures['lines'][number], rest: (string | null)[]): SheetLine => ({
    cells: [
      line.code,
      localDate(line.acceptedAt),
      line.deliveredAt === null ? null : localDate(line.deliveredAt),
      line.weight === null ? null : String(line.weight),
      ...rest,
    ],
    bold: false,
    depth: 1,
  })
  async function* rows(): AsyncGenerator<SheetLine> {
    yield blank(words.cod)
    for (const line of figures.lines) if (line.part === 'COLLECTED') yield cells(line, [line.cod, null, null, null, null])
    yield blank(words.codTotal, { 4: figures.cod })
    yield blank(words.postage)
    for (const line of figures.lines) yield cells(line, [null, line.postage, line.fee, line.tax, line.part === 'RETURN' ? words.returned : null])
    yield blank(words.chargesTotal, { 5: figures.postage, 6: figures.fee, 7: figures.tax })
    yield blank(words.conclusion)
    for (const { name, amount } of conclusion(figures, language)) yield blank(name, { 4: amount })
  }
  const widths = [24, 12, 12, 14, 17, 15, 15, 15, 20]
  return xlsxStream({
    sheetName: words.title,
    head: [words.title, ...headOf(figures, language)],
    columns: words.columns.map((header, at) => ({ header, kind: kinds[at] as (typeof kinds)[number], width: widths[at] as number })),
    rows: rows(),
  })
}
