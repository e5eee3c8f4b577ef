import { sql } from 'kysely'
import { listChoices } from '#core/masterdata/server/public.ts'
import { CANCEL_REASONS } from '#core/payments/contract/cancellation.ts'
import { localDate, startOfDay } from '#kernel/dates.ts'
import { cobIncidents } from '#subsystems/cob/contract/incidents.ts'
import { askCodCancellation } from '#subsystems/cob/contract/transactions.ts'
import type { WatchRule } from '#subsystems/cob/contract/watch.ts'
import type { Desk } from '../cash/desk.ts'
import { report, type Told } from '../cash/incidents.ts'
import { decide } from '../cash/office.ts'
import { type Clients, pay } from './feed.ts'
import type { CodPlan, Parcel } from './parcels.ts'

const [MAKER, CHECKER, TRANSACTION] = ['ketoan', 'kiemsoat', 'payment.transaction']
const MINUTE_MS = 60_000

/** Deposits of the demo's day that were a mistake: minutes before it begins, the words, and what was decided. */
const MISTAKES: readonly { minutes: number; reason: string; words: string; decision?: 'APPROVE' }[] = [
  { minutes: 84, reason: 'DUPLICATE', words: 'Bưu tá chuyển nhầm tiền cá nhân', decision: 'APPROVE' },
  { minutes: 52, reason: 'WRONG_AMOUNT', words: 'Chuyển nhầm bưu gửi chưa thu đủ', decision: 'APPROVE' },
  { minutes: 23, reason: 'CUSTOMER_REQUEST', words: 'Ví trừ tiền hai lần, chờ đối chiếu' },
]

/** Money that was kept is handed in by mistake, and given back: by approval, or waiting for it. */
export async function cancelDeposits(desk: Desk, clients: Clients, { anchor }: CodPlan, parcels: readonly Parcel[]): Promise<void> {
  const { db } = desk.runtime
  const kept = parcels.filter((parcel) => parcel.kept && parcel.collected).toReversed()
  const listed = await listChoices(db, CANCEL_REASONS)
  const morning = startOfDay(localDate(anchor)).getTime()
  for (const [n, { minutes, reason, words, decision }] of MISTAKES.entries()) {
    const parcel = kept[n * 2]
    if (!parcel?.collected) continue
    const key = `NOP-HUY-${n + 1}`
    const at = new Date(Math.max(morning, anchor.getTime() - minutes * MINUTE_MS))
    desk.at(at)
    const { amount } = parcel.collected
    const find = async () =>
      (
        await sql<{ id: string; version: number; requests: number }>`
          select t.id, t.version, (select count(*)::int from approvals.request r where r.subject_type = ${TRANSACTION} and r.subject_id = t.id::text) as requests
          from payment.transaction t where t.external_ref = ${key}`.execute(db)
      ).rows[0]
    if (!(await find()))
      await pay(desk, clients, [{ key, courier: parcel.courier, way: 'WALLET', at, items: [{ code: parcel.code, amount }], amount, told: 'SUCCEEDED' }])
    const made = await find()
    if (!made || made.requests > 0) continue
    desk.at(anchor)
    await desk.call(MAKER, askCodCancellation, { id: made.id, version: made.version, ...(listed.has(reason) ? { reasonCode: reason } : {}), reason: words })
    if (decision) await decide(desk, CHECKER, TRANSACTION, made.id, decision)
  }
}

/** What a postman has paid who had forgotten that nothing was left to pay. */
const BEYOND = { key: 'NOP-THUA-1', amount: 50_000, minutes: 35 }

/** Of a deposit something is left that pays no debt, until somebody decides on it. */
export async function overpay(desk: Desk, clients: Clients, { anchor }: CodPlan, parcels: readonly Parcel[]): Promise<void> {
  const { db } = desk.runtime
  const { rows } = await sql<{ code: string; owed: number }>`
    select c.code, a.balance::float8 as owed from cob.courier c join ledger.account a on a.id = c.account_id
     where c.status = 'ACTIVE' and not exists (select from payment.transaction_key k where k.external_ref = ${BEYOND.key})
       and not exists (select from cob.claim m join cob.item i on i.id = m.item_id where i.courier_id = c.id) order by a.balance, c.code`.execute(db)
  const who = rows.find(({ code }) => parcels.some(({ courier }) => courier.code === code))
  const courier = parcels.find((parcel) => parcel.courier.code === who?.code)?.courier
  if (!who || !courier) return
  const at = new Date(Math.max(startOfDay(localDate(anchor)).getTime(), anchor.getTime() - BEYOND.minutes * MINUTE_MS))
  desk.at(at)
  await pay(desk, clients, [{ key: BEYOND.key, courier, way: 'WALLET', at, items: [], amount: who.owed + BEYOND.amount, told: 'SUCCEEDED' }])
  desk.at(anchor)
}

/** What is found out about items, in every state; of which rows of the watch list. */
const FOUND: readonly (Told & { rule: WatchRule })[] = [
  {
    rule: 'DELIVERED_NOT_COLLECTED',
    ago: 0.4,
    category: 'COD_NOT_COLLECTED',
    reporter: 'Bùi Thị Nhàn',
    text: 'Đã phát thành công nhưng chưa thu tiền',
    until: 'NEW',
  },
  { rule: 'WRONG_AMOUNT', ago: 2, category: 'COD_WRONG_AMOUNT', reporter: 'Trương Văn Hoà', text: 'Thu thiếu so với số tiền COD', until: 'ASSIGNED' },
  { rule: 'COLLECTED_TWICE', ago: 5, category: 'COD_NOT_PAID', reporter: 'Lâm Thị Tuyết', text: 'Người nhận báo trả tiền hai lần', until: 'IN_PROGRESS' },
  {
    rule: 'DELIVERED_NOT_COLLECTED',
    ago: 9,
    category: 'COD_NOT_PAID',
    reporter: 'Shop Lụa Vàng',
    text: 'Người gửi chưa nhận được tiền',
    until: 'WAITING_PARTNER',
  },
  { rule: 'DELIVERED_AND_RETURNED', ago: 20, category: 'COD_SHORT', reporter: 'Shop Sao Mai', text: 'Bưu gửi phát xong lại chuyển hoàn', until: 'PROPOSED' },
  { rule: 'WRONG_AMOUNT', ago: 26, category: 'COD_WRONG_AMOUNT', reporter: 'Châu Ngọc Lan', text: 'Người nhận chỉ trả một phần', until: 'APPROVED' },
  {
    rule: 'COLLECTED_NOT_DELIVERED',
    ago: 34,
    category: 'COD_NOT_COLLECTED',
    reporter: 'Lương Hải Đăng',
    text: 'Bưu tá thu tiền mà chưa giao hàng',
    until: 'RESOLVED',
  },
  {
    rule: 'DELIVERED_NOT_COLLECTED',
    ago: 47,
    category: 'COD_NOT_COLLECTED',
    reporter: 'Tăng Thị Mỹ Duyên',
    text: 'Hệ thống bưu cục không ghi nhận tiền',
    until: 'CLOSED',
  },
  { rule: 'WRONG_AMOUNT', ago: 55, category: 'COD_WRONG_AMOUNT', reporter: 'Quách Văn Phong', text: 'Khiếu nại cước, không phải tiền COD', until: 'REJECTED' },
  { rule: 'DELIVERED_NOT_COLLECTED', ago: 66, category: 'COD_NOT_PAID', reporter: 'Shop Bếp Nhà', text: 'Đã hẹn hai lần vẫn chưa có tiền', until: 'REOPENED' },
]
const SAID = {
  assigned: 'Đối chiếu với bưu tá và bưu cục phát',
  noted: 'Đã xem hành trình bưu gửi và bảng kê nộp tiền',
  answer: 'Đã xác minh với bưu tá, tiền sẽ về bảng kê kỳ tới',
  asked: 'Đề nghị xác nhận thời điểm ghi có',
  rejected: 'Không thuộc dịch vụ COD, đã chuyển bộ phận cước',
  reopened: 'Người gửi báo vẫn chưa nhận được tiền',
}
const HOUR_MS = 3_600_000

/** Whether the last thing that is made of it stands. */
export async function allReported({ runtime: { db } }: Desk): Promise<boolean> {
  const known = await db.selectFrom('incident.incident').select('reporter_name').where('desk', '=', cobIncidents.desk).execute()
  return known.some(({ reporter_name }) => reporter_name === FOUND.at(-1)?.reporter)
}

/** Incidents about what is to be watched. Safe to repeat. */
export async function reportFound(desk: Desk, { anchor }: CodPlan): Promise<void> {
  const { db } = desk.runtime
  const known = new Set(
    (await db.selectFrom('incident.incident').select('reporter_name').where('desk', '=', cobIncidents.desk).execute()).map((row) => row.reporter_name),
  )
  const { rows } = await sql<{ code: string; at: Date; marks: string[] }>`
    select code, accepted_at as at, marks from cob.item where marks <> '{}' order by accepted_at desc, id desc`.execute(db)
  const categories = new Map((await db.selectFrom('incident.category').select(['id', 'code']).execute()).map(({ id, code }) => [code, id]))
  const bank = await db.selectFrom('organisation.partner').select('id').where('code', '=', 'VCB').executeTakeFirstOrThrow()
  for (const [n, { rule, ...told }] of FOUND.entries()) {
    const old = (one: { at: Date }) => one.at.getTime() < anchor.getTime() - (told.ago + 24) * HOUR_MS
    const like = rows.findIndex((one) => one.marks.includes(rule) && old(one))
    const at = like < 0 ? rows.findIndex(old) : like
    const subjectCode = rows.splice(at, at < 0 ? 0 : 1)[0]?.code
    if (subjectCode === undefined || known.has(told.reporter)) continue
    await report(desk, told, { subjectCode, categoryId: categories.get(told.category) ?? '', anchor, partnerId: bank.id, n }, { calls: cobIncidents, ...SAID })
  }
  desk.at(anchor)
}
