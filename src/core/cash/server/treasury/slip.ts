import { amountInWords } from '#kernel/amount-in-words.ts'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { showDate, showTimestamp } from '#kernel/dates.ts'
import { AppError, errors } from '#kernel/errors.ts'
import { fill, type Language, LOCALES } from '#kernel/language.ts'
import { formatMoney, showMoney } from '#kernel/money.ts'
import type { CommandContext } from '#platform/server/module.ts'
import { treasuryErrors } from '../../contract/treasury/errors.ts'
import type { printTreasury } from '../../contract/treasury/steps.ts'
import { isTill } from '../../contract/treasury/transaction.ts'
import type { BagCount } from '../../contract/treasury/transactions.ts'
import { en } from '../../labels/treasury/en.ts'
import { vi } from '../../labels/treasury/vi.ts'
import { type Drawn, defineDocument, issueDocument } from '../documents.ts'
import { unitPath } from '../paper.ts'
import { detail } from './detail.ts'
import { TREASURY } from './record.ts'

interface Slip {
  code: string
  kind: string
  from: string
  to: string
  units: string[]
  purpose: string
  courier: string
  seal: string
  vehicle: string
  bankReference: string
  sentAt: string
  sentOn: string
  sentBy: string
  receivedAt: string
  receivedOn: string
  receivedBy: string
  amount: string
  /** Empty before the receipt. */
  received: string
  difference: string
  lines: { denomination: string; sent: string; received: string }[]
}

const WORDS = {
  vi: {
    title: 'Phiếu giao nhận tiền',
    ends: '{code} · {kind} · {from} → {to}',
    sent: 'Giao lúc {at} · Ngày hạch toán {day} · Người giao: {by}',
    received: 'Nhận lúc {at} · Ngày hạch toán {day} · Người nhận: {by}',
    carried: 'Người áp tải: {courier} · Số niêm phong: {seal}',
    vehicle: ' · Phương tiện: {vehicle}',
    reference: 'Số tham chiếu ngân hàng: {reference}',
    purpose: 'Nội dung: {purpose}',
    columns: ['Mệnh giá (đồng)', 'Số tờ giao', 'Số tờ nhận', 'Thành tiền giao (đồng)', 'Thành tiền nhận (đồng)'],
    total: 'Tổng cộng',
    difference: 'Chênh lệch (nhận − giao)',
    words: 'Bằng chữ (số tiền giao): {words}',
    signatures: ['Người giao', 'Người áp tải', 'Người nhận', 'Thủ trưởng đơn vị'],
    hint: '(Ký, họ tên)',
  },
  en: {
    title: 'Cash handover slip',
    ends: '{code} · {kind} · {from} → {to}',
    sent: 'Dispatched at {at} · Business date {day} · Sender: {by}',
    received: 'Received at {at} · Business date {day} · Receiver: {by}',
    carried: 'Courier: {courier} · Seal number: {seal}',
    vehicle: ' · Vehicle: {vehicle}',
    reference: 'Bank reference: {reference}',
    purpose: 'Purpose: {purpose}',
    columns: ['Denomination (VND)', 'Pieces sent', 'Pieces received', 'Amount sent (VND)', 'Amount received (VND)'],
    total: 'Total',
    difference: 'Difference (received − sent)',
    words: 'In words (amount sent): {words}',
    signatures: ['Sender', 'Courier', 'Receiver', 'Head of unit'],
    hint: '(Signature, full name)',
  },
} as const
const LABELS = { vi, en }

const kindOf = (name: string) =>
  defineDocument<Slip>({ name, prefix: 'PGN', title: { vi: WORDS.vi.title, en: WORDS.en.title }, draw: (slip, language) => drawSlip(slip, language) })

/** The slip that goes with the bag, and after the receipt one for each end: every end issues, numbers and reads its own. */
const SENT = kindOf('TREASURY_SENT')
const OF_SENDER = kindOf('TREASURY_SENDER')
const OF_RECEIVER = kindOf('TREASURY_RECEIVER')
export const treasurySlips = [SENT, OF_SENDER, OF_RECEIVER]

function drawSlip(slip: Slip, language: Language): Drawn {
  const words = WORDS[language]
  const { code, from, to, courier, seal, vehicle, bankReference, purpose, lines, amount, received, difference } = slip
  const done = slip.receivedAt !== ''
  const kind = LABELS[language].enums.kind[slip.kind as keyof typeof vi.enums.kind]
  const money = (text: string) => (text === '' ? '' : showMoney(text, language, 0))
  const number = (text: string) => (text === '' ? '' : Number(text).toLocaleString(LOCALES[language]))
  const worth = (denomination: string, pieces: string) => (pieces === '' ? '' : money(formatMoney(BigInt(denomination) * BigInt(pieces) * 100n)))
  const columns = done ? [0, 1, 2, 3, 4] : [0, 1, 3]
  const cells = (all: readonly string[]) => columns.map((at) => all[at] ?? '')
  return {
    title: words.title,
    issuer: slip.units,
    form: '',
    head: [
      fill(words.ends, { code, kind, from, to }),
      fill(words.sent, { at: showTimestamp(slip.sentAt), day: showDate(slip.sentOn), by: slip.sentBy }),
      ...(done ? [fill(words.received, { at: showTimestamp(slip.receivedAt), day: showDate(slip.receivedOn), by: slip.receivedBy })] : []),
      fill(words.carried, { courier, seal }) + (vehicle ? fill(words.vehicle, { vehicle }) : ''),
      ...(bankReference ? [fill(words.reference, { reference: bankReference })] : []),
      fill(words.purpose, { purpose }),
    ],
    orientation: 'portrait',
    columns: cells(words.columns).map((header) => ({ header, align: 'right', weight: 1 })),
    lines: [
      ...lines.map(({ denomination, sent, received: found }, at) => ({
        level: 0,
        name: String(at + 1),
        cells: cells([number(denomination), number(sent), number(found), worth(denomination, sent), worth(denomination, found)]),
      })),
      { level: -1, name: words.total, cells: cells(['', '', '', money(amount), money(received)]) },
      ...(done ? [{ level: -1, name: words.difference, cells: cells(['', '', '', '', money(difference)]) }] : []),
    ],
    words: fill(words.words, { words: amountInWords(amount, language) }),
    signatures: words.signatures.map((role) => ({ role, hint: words.hint })),
  }
}

/**
 * Prints the slip of what was dispatched. Throws SYS-410 before the dispatch, CSH-064 to who counts the bag or has yet to count it, CSH-061
 * for a movement between vault and till.
 */
export async function printSlip({ id }: InputOf<typeof printTreasury>, ctx: CommandContext): Promise<OutputOf<typeof printTreasury>> {
  const row = await detail({ id, code: '' }, ctx)
  if (isTill(row.kind)) throw new AppError(treasuryErrors.wrongKind)
  if (row.dispatchedAt === null || row.dispatchedOn === null) throw new AppError(errors.state, {}, { data: { status: row.status, version: row.version } })
  const { sent, received, amount } = row
  if (sent === null || amount === null) throw new AppError(treasuryErrors.blindSlip)
  const done = row.receivedAt !== null
  const unitId = done && row.receives ? row.toUnitId : row.fromUnitId
  const receivedBy = received?.by ?? (await receiverOf(ctx, id))
  return issueDocument(ctx, done ? (row.receives ? OF_RECEIVER : OF_SENDER) : SENT, {
    subject: { type: TREASURY, id },
    unitId,
    day: (done && row.receives ? row.receivedOn : null) ?? row.dispatchedOn,
    figures: async () => ({
      code: row.code,
      kind: row.kind,
      from: row.fromName,
      to: row.toName,
      units: await unitPath(ctx.tx, unitId),
      purpose: row.purpose,
      courier: row.courierName ?? '',
      seal: row.sealNumber ?? '',
      vehicle: row.vehicle ?? '',
      bankReference: row.bankReference ?? '',
      sentAt: row.dispatchedAt ?? '',
      sentOn: row.dispatchedOn ?? '',
      sentBy: sent.by,
      receivedAt: row.receivedAt ?? '',
      receivedOn: row.receivedOn ?? '',
      receivedBy,
      amount,
      received: row.receivedAmount ?? '',
      difference: row.difference ?? '',
      lines: linesOf(sent, received),
    }),
  })
}

/** A bank that takes a deposit counts for itself: its receipt was recorded by somebody, without pieces. */
async function receiverOf({ tx }: CommandContext, id: string): Promise<string> {
  const row = await tx.selectFrom('cash.treasury_transaction').select('received_by_name').where('id', '=', id).executeTakeFirst()
  return row?.received_by_name ?? ''
}

function linesOf(sent: BagCount, received: BagCount | null): Slip['lines'] {
  const pieces = (count: BagCount | null, denomination: number) => count?.pieces.find((line) => line.denomination === denomination)?.pieces ?? 0
  const denominations = [...new Set([...sent.pieces, ...(received?.pieces ?? [])].map((line) => line.denomination))].sort((a, b) => b - a)
  return denominations.map((denomination) => ({
    denomination: String(denomination),
    sent: String(pieces(sent, denomination)),
    received: received === null ? '' : String(pieces(received, denomination)),
  }))
}
