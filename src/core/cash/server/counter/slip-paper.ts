import { amountInWords } from '#kernel/amount-in-words.ts'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { isoLocal, showDate, showTimestamp } from '#kernel/dates.ts'
import { AppError, errors } from '#kernel/errors.ts'
import { fill, type Language } from '#kernel/language.ts'
import { showMoney } from '#kernel/money.ts'
import { maskedNumber } from '#platform/server/masked.ts'
import type { CommandContext } from '#platform/server/module.ts'
import { counterErrors } from '../../contract/counter/counter.ts'
import type { printCounterSlip } from '../../contract/counter/slip.ts'
import { type DocumentKind, type Drawn, defineDocument, issueDocument } from '../documents.ts'
import { unitPath } from '../paper.ts'
import type { SlipSource } from './sources.ts'

interface SlipPaper {
  code: string
  source: string
  /** The kind of what it is for; left out on the first papers, which were all of the first kind. */
  kind?: string
  direction: string
  units: string[]
  businessDate: string
  at: string
  till: string
  teller: string
  person: string
  paper: string
  number: string
  amount: string
  fee: string
  tax: string
  total: string
}

const WORDS = {
  vi: {
    title: { IN: 'Phiếu thu tiền', OUT: 'Phiếu chi tiền' },
    form: 'Mẫu số: 03/GD',
    period: 'Ngày làm việc {day} · lúc {at}',
    facts: 'Giao dịch: {code} · {kind}: {source} · Quầy: {till}',
    person: { IN: 'Người nộp tiền: {name} · {paper}: {number}', OUT: 'Người nhận tiền: {name} · {paper}: {number}' },
    columns: ['Nội dung', 'Số tiền (đồng)'],
    amount: { IN: 'Số tiền chuyển', OUT: 'Số tiền chi trả' },
    fee: 'Cước',
    tax: 'Thuế GTGT',
    total: { IN: 'Tổng tiền thu', OUT: 'Tổng tiền chi' },
    papers: { CCCD: 'Căn cước công dân', CAN_CUOC: 'Căn cước', ELECTRONIC: 'Căn cước điện tử', PASSPORT: 'Hộ chiếu' } as Record<string, string>,
    signatures: { IN: ['Người nộp tiền', 'Giao dịch viên'], OUT: ['Người nhận tiền', 'Giao dịch viên'] },
    words: 'Bằng chữ: {words}',
    hint: '(Ký, họ tên)',
  },
  en: {
    title: { IN: 'Cash receipt', OUT: 'Cash payment slip' },
    form: 'Form no. 03/GD',
    period: 'Business date {day} · at {at}',
    facts: 'Transaction: {code} · {kind}: {source} · Till: {till}',
    person: { IN: 'Paid in by: {name} · {paper}: {number}', OUT: 'Paid to: {name} · {paper}: {number}' },
    columns: ['Item', 'Amount (VND)'],
    amount: { IN: 'Amount sent', OUT: 'Amount paid out' },
    fee: 'Fee',
    tax: 'VAT',
    total: { IN: 'Total taken in', OUT: 'Total paid out' },
    papers: { CCCD: 'Citizen identity card', CAN_CUOC: 'Identity card', ELECTRONIC: 'Electronic identity', PASSPORT: 'Passport' } as Record<string, string>,
    signatures: { IN: ['Paid in by', 'Teller'], OUT: ['Received by', 'Teller'] },
    words: 'In words: {words}',
    hint: '(Signature, full name)',
  },
} as const

/** Phiếu thu, phiếu chi: what a counter took in or paid out, for a record of one of the sources. */
export const counterSlip = (sources: readonly SlipSource[]) =>
  defineDocument<SlipPaper>({
    name: 'COUNTER_SLIP',
    prefix: 'PTC',
    title: { vi: 'Phiếu thu, chi tại quầy', en: 'Counter slip' },
    draw: (paper, language) => drawSlip(paper, language, (sources.find(({ kind }) => kind === paper.kind) ?? sources[0])?.title[language] ?? ''),
  })

function drawSlip(paper: SlipPaper, language: Language, kind: string): Drawn {
  const words = WORDS[language]
  const way = paper.direction === 'IN' ? 'IN' : 'OUT'
  const { code, source, till, person, number } = paper
  const money = (amount: string) => showMoney(amount, language, 0)
  const parts = [[words.amount[way], paper.amount] as const, ...(way === 'IN' ? [[words.fee, paper.fee] as const, [words.tax, paper.tax] as const] : [])]
  return {
    title: words.title[way],
    issuer: paper.units,
    form: words.form,
    head: [
      fill(words.period, { day: showDate(paper.businessDate), at: showTimestamp(paper.at) }),
      fill(words.facts, { code, kind, source, till }),
      fill(words.person[way], { name: person, paper: words.papers[paper.paper] ?? paper.paper, number }),
    ],
    orientation: 'portrait',
    columns: words.columns.map((header, at) => ({ header, align: at === 0 ? 'left' : 'right', weight: at === 0 ? 30 : 12 })),
    lines: [
      ...parts.map(([name, amount], n) => ({ level: 0, name: String(n + 1), cells: [name, money(amount)] })),
      { level: -1, name: words.total[way], cells: ['', money(paper.total)] },
    ],
    words: fill(words.words, { words: amountInWords(paper.total, language) }),
    signatures: words.signatures[way].map((role) => ({ role, hint: words.hint })),
  }
}

/** Prints the slip of a transaction whose cash has changed hands. Throws SYS-404 outside the caller's scope, CSH-608 before. */
export async function printSlipOf(
  { id }: InputOf<typeof printCounterSlip>,
  ctx: CommandContext,
  counterSlip: DocumentKind<SlipPaper>,
): Promise<OutputOf<typeof printCounterSlip>> {
  const { tx, scope } = ctx
  const seen = await scope.selectFrom('cash.slip as s').selectAll().where('s.transaction_id', '=', id).executeTakeFirst()
  if (!seen) throw new AppError(errors.notFound)
  if (seen.status !== 'PAID' && seen.status !== 'EXCESS') throw new AppError(counterErrors.noSlip)
  return issueDocument(ctx, counterSlip, {
    subject: { type: 'cash.slip', id: seen.id },
    unitId: seen.unit_id,
    day: seen.business_date,
    async figures(): Promise<SlipPaper> {
      const paid = await tx
        .selectFrom('payment.transaction_key as k')
        .innerJoin('payment.transaction as t', (join) => join.onRef('t.id', '=', 'k.transaction_id').onRef('t.business_date', '=', 'k.business_date'))
        .select(['t.amount', 't.fee', 't.tax'])
        .where('k.transaction_id', '=', id)
        .executeTakeFirstOrThrow()
      const till = await tx.selectFrom('cash.holding').select(['code', 'name']).where('id', '=', seen.till_id).executeTakeFirstOrThrow()
      const teller = await tx.selectFrom('organisation.staff_directory').select('full_name').where('id', '=', seen.teller_staff_id).executeTakeFirst()
      return {
        code: seen.code,
        source: seen.source_id,
        kind: seen.source_kind,
        direction: seen.direction,
        units: await unitPath(tx, seen.unit_id),
        businessDate: seen.business_date,
        at: isoLocal(seen.occurred_at),
        till: `${till.code} ${till.name}`,
        teller: teller?.full_name ?? '',
        person: seen.person_name,
        paper: seen.identity_type,
        number: maskedNumber(seen.identity_number),
        ...{ amount: paid.amount, fee: paid.fee, tax: paid.tax, total: seen.amount },
      }
    },
  })
}
