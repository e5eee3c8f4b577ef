import { sql } from 'kysely'
import { listChoices } from '#core/masterdata/server/public.ts'
import { CANCEL_REASONS } from '#core/payments/contract/cancellation.ts'
import { localDate, startOfDay } from '#kernel/dates.ts'
import { qrIncidents } from '#subsystems/qr/contract/incidents.ts'
import { askQrCancellation } from '#subsystems/qr/contract/transactions.ts'
import type { Desk } from './cash/desk.ts'
import { report, type Told } from './cash/incidents.ts'
import { decide } from './cash/office.ts'
import type { Channel } from './channel.ts'
import { type Chance, chanceOf } from './dice.ts'
import { somePayment, someShop, success } from './payments.ts'

const SEED = 20_261_124
const MINUTE_MS = 60_000
const [MAKER, CHECKER, TRANSACTION] = ['ketoan', 'kiemsoat', 'payment.transaction']
/** The bank that takes refunds over its connection answers in its own time: these are posted here. */
const CONNECTED = 'VCB'

/** Payments of the demo's day that are cancelled: how long before its end they were made, why, and what was decided. */
const CANCELLED: readonly { minutes: number; reason: string; words: string; decision?: 'APPROVE' | 'REJECT' }[] = [
  { minutes: 96, reason: 'DUPLICATE', words: 'Khách quét hai lần', decision: 'APPROVE' },
  { minutes: 71, reason: 'WRONG_AMOUNT', words: 'Nhập thừa một số không', decision: 'APPROVE' },
  { minutes: 44, reason: 'WRONG_MERCHANT', words: 'Quét mã của quầy bên cạnh', decision: 'APPROVE' },
  { minutes: 38, reason: 'CUSTOMER_REQUEST', words: 'Hàng đã giao xong', decision: 'REJECT' },
  { minutes: 17, reason: 'DUPLICATE', words: 'Mạng chậm nên trả lại lần nữa' },
  { minutes: 6, reason: 'WRONG_MERCHANT', words: 'Khách nhầm cửa hàng' },
]

const referenceOf = (n: number) => `CANCEL-${String(n + 1).padStart(2, '0')}`

/** Cancellations of the demo's day in every state, by the calls that channels and people make. Answers whether anything was missing. */
export async function seedCancellations(desk: Desk, channels: ReadonlyMap<string, Channel>, anchor: Date): Promise<boolean> {
  const { db } = desk.runtime
  const last = await reported(desk, referenceOf(CANCELLED.length - 1))
  if (last && last.requests > 0) return false
  const chance = chanceOf(SEED)
  const day = startOfDay(localDate(anchor)).getTime()
  const listed = await listChoices(db, CANCEL_REASONS)
  desk.at(anchor)
  for (const [n, { minutes, reason, words, decision }] of CANCELLED.entries()) {
    await pay(channels, chance, new Date(Math.max(day, anchor.getTime() - minutes * MINUTE_MS)), referenceOf(n))
    const payment = await reported(desk, referenceOf(n))
    if (!payment || payment.requests > 0) continue
    const { id, version } = payment
    await desk.call(MAKER, askQrCancellation, { id, version, ...(listed.has(reason) ? { reasonCode: reason } : {}), reason: words })
    if (decision) await decide(desk, CHECKER, TRANSACTION, id, decision)
  }
  return true
}

/** A payment at a shop by a channel whose partner is told of cancellations in its own way. */
async function pay(channels: ReadonlyMap<string, Channel>, chance: Chance, at: Date, reference: string): Promise<void> {
  let made = somePayment(chance, someShop(chance, false), at, () => reference)
  while (made.channel.partner === CONNECTED || Number(made.facts.amount) > 5_000_000) made = somePayment(chance, someShop(chance, false), at, () => reference)
  await channels.get(made.channel.partner)?.('/og-001/v1/transactions', { ...made.facts, outcome: success(chance) })
}

/** What a channel reported under a reference, with how many requests there have been about it. */
async function reported({ runtime: { db } }: Desk, reference: string) {
  const { rows } = await sql<{ id: string; version: number; requests: number }>`
    select t.id, t.version, (select count(*)::int from approvals.request r where r.subject_type = ${TRANSACTION} and r.subject_id = t.id::text) as requests
    from payment.transaction t where t.external_ref = ${reference}`.execute(db)
  return rows[0]
}

/** What customers and shops have reported of payments by QR, in every state. */
const TOLD: readonly Told[] = [
  { ago: 0.3, category: 'NOT_RECEIVED', reporter: 'Trần Thị Thu Hiền', text: 'Khách đã bị trừ tiền, cửa hàng chưa nhận được thông báo', until: 'NEW' },
  { ago: 1.1, category: 'CANCELLATION', reporter: 'Nguyễn Đức Anh', text: 'Quét nhầm mã của quầy bên cạnh', until: 'NEW' },
  { ago: 2, category: 'LATE', reporter: 'Lê Thị Bích Ngọc', text: 'Tiền về chậm hơn ba mươi phút', until: 'ASSIGNED' },
  { ago: 4, category: 'CANCELLATION', reporter: 'Phạm Quốc Huy', text: 'Khách trả hàng, đề nghị hoàn tiền', until: 'IN_PROGRESS' },
  { ago: 7, category: 'NOT_RECEIVED', reporter: 'Đoàn Minh Châu', text: 'Ngân hàng báo đã chuyển, cửa hàng chưa thấy', until: 'WAITING_PARTNER' },
  { ago: 21, category: 'LATE', reporter: 'Vũ Hải Yến', text: 'Giao dịch tối qua sáng nay mới ghi có', until: 'PROPOSED' },
  { ago: 30, category: 'FEE', reporter: 'Bếp Nhà Lan', text: 'Phí bị trừ cao hơn hợp đồng', until: 'APPROVED' },
  { ago: 40, category: 'NOT_RECEIVED', reporter: 'Huỳnh Ngọc Trâm', text: 'Cửa hàng đòi trả lần nữa', until: 'RESOLVED' },
  { ago: 58, category: 'LATE', reporter: 'Tô Văn Nam', text: 'Màn hình cửa hàng không báo nhận tiền', until: 'CLOSED' },
  { ago: 61, category: 'OTHER', reporter: 'Đinh Thị Hạnh', text: 'Hỏi về hoá đơn mua hàng', until: 'REJECTED' },
  { ago: 72, category: 'NOT_RECEIVED', reporter: 'Kiều Anh Tuấn', text: 'Hẹn hai ngày vẫn chưa có tiền', until: 'REOPENED' },
]
const SAID = {
  assigned: 'Đối chiếu với báo có của ngân hàng',
  noted: 'Đã xem bút toán và kết quả ngân hàng trả về',
  answer: 'Giao dịch đã ghi có cho điểm bán, điểm bán kiểm tra lại sao kê trong ngày',
  asked: 'Đề nghị xác nhận thời điểm ghi có',
  rejected: 'Không thuộc thanh toán QR, đã hướng dẫn liên hệ cửa hàng',
  reopened: 'Khách báo vẫn chưa thấy tiền',
}
const HOUR_MS = 3_600_000

/** Gives the QR desk its incidents, by the calls that people make. Safe to repeat: it goes on where it was cut off. */
export async function reportQrIncidents(desk: Desk, anchor: Date): Promise<void> {
  const { db } = desk.runtime
  const known = new Set(
    (await db.selectFrom('incident.incident').select('reporter_name').where('desk', '=', qrIncidents.desk).execute()).map((row) => row.reporter_name),
  )
  if (TOLD.every(({ reporter }) => known.has(reporter))) return
  const about = await db
    .selectFrom('payment.transaction')
    .select(['code', 'occurred_at as at'])
    .where('service', '=', 'QR')
    .where('status', '=', 'SUCCEEDED')
    .where('type', '=', 'PAYMENT')
    .where('external_ref', 'not like', 'CANCEL-%')
    .orderBy('occurred_at', 'desc')
    .limit(500)
    .execute()
  const categories = new Map((await db.selectFrom('incident.category').select(['id', 'code']).execute()).map(({ id, code }) => [code, id]))
  const bank = await db.selectFrom('organisation.partner').select('id').where('code', '=', CONNECTED).executeTakeFirstOrThrow()
  for (const [n, told] of TOLD.entries()) {
    const at = about.findIndex((one) => one.at.getTime() < anchor.getTime() - told.ago * HOUR_MS)
    const subjectCode = about.splice(at, at < 0 ? 0 : 1)[0]?.code
    if (subjectCode === undefined || known.has(told.reporter)) continue
    await report(desk, told, { subjectCode, categoryId: categories.get(told.category) ?? '', anchor, partnerId: bank.id, n }, { calls: qrIncidents, ...SAID })
  }
  desk.at(anchor)
}
