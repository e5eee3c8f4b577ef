import { sql } from 'kysely'
import { type ControlRow, type ControlRule, defineControlRule } from '#core/controls/server/public.ts'
import { type CutOffCheck, defineCutOffCheck, withinUnit } from '#core/cutoff/server/public.ts'
import { holidays, nextWorkday } from '#core/masterdata/server/public.ts'
import { addDays, localDate } from '#kernel/dates.ts'
import type { Queryable } from '#platform/server/database/db.ts'
import type { ReconciliationPlug } from './plug.ts'
import { missingStatements } from './sessions/missing-rule.ts'

const MOST = 1000
/** Working days that a session may wait for its settlement once both sides agree. */
const SETTLE_DAYS = 2
/** How far back settled sessions are held against our records again. */
const LOOK_BACK_DAYS = 14

interface Addresses {
  session: (id: string) => string
  /** Sessions of a plug and partner, days included. */
  sessions: (filter: Record<string, string>) => string
}

/** What of a plug tells whether our side has changed. */
export type WatchedPlug = Pick<ReconciliationPlug, 'key' | 'ourLines' | 'changedSince'>

/** The day that lies so many working days back. */
async function workdaysBack(db: Queryable, today: string, days: number): Promise<string> {
  const off = await holidays(db)
  let day = addDays(today, -days)
  const reached = (from: string) => Array.from({ length: days }).reduce<string>((at) => nextWorkday(at, off), from)
  while (reached(day) > today) day = addDays(day, -1)
  return day
}

const openBreaks = ({ session }: Addresses): ControlRule =>
  defineControlRule({
    code: 'RECONCILIATION_BREAKS',
    name: { vi: 'Chênh lệch đối soát lớn hoặc để lâu', en: 'Large or old reconciliation break' },
    meaning: {
      vi: 'Chênh lệch chưa xử lý xong có số tiền từ mức cao của cấu hình, hoặc đã quá số ngày được chuyển kỳ. Mở phiên, giao người xử lý và chọn cách xử lý; số tiền là số tiền rủi ro.',
      en: 'A break is not resolved and is at least as large as its configuration calls high, or older than it may be carried forward. Open the session, give it to someone and choose what becomes of it; the amount is the amount at risk.',
    },
    severity: 'HIGH',
    every: 60,
    async query(db, now) {
      const today = localDate(now)
      const { rows: asked } = await sql<{ days: number }>`
        select distinct (r.document->>'carryDays')::int as days from reconciliation.break b join reconciliation.session s on s.id = b.session_id
          join reconciliation.revision r on r.id = s.revision_id where b.status <> 'RESOLVED' and s.status <> 'CANCELLED'`.execute(db)
      const limits = await Promise.all(asked.map(async ({ days }) => ({ days, before: await workdaysBack(db, today, days) })))
      const { rows } = await sql<ControlRow & { sessionId: string }>`
        select s.id as "sessionId", b.id as subject, s.code || ' · ' || b.reference as label, b.unit_id as "unitId", b.at_risk as amount, b.day::timestamptz as since
          from reconciliation.break b join reconciliation.session s on s.id = b.session_id join reconciliation.revision r on r.id = s.revision_id
          left join json_to_recordset(${JSON.stringify(limits)}::json) as l (days int, before date) on l.days = (r.document->>'carryDays')::int
         where b.status <> 'RESOLVED' and s.status <> 'CANCELLED' and (b.at_risk >= (r.document->>'highFrom')::numeric or b.day < l.before)
         order by b.at_risk desc, b.id limit ${MOST}`.execute(db)
      return rows.map(({ sessionId, ...row }) => ({ ...row, link: session(sessionId) }))
    },
  })

const unsettled = ({ session }: Addresses): ControlRule =>
  defineControlRule({
    code: 'RECONCILIATION_UNSETTLED',
    name: { vi: 'Phiên đối soát đã xác nhận chưa tất toán', en: 'Confirmed session not settled' },
    meaning: {
      vi: `Phiên đã xác nhận hơn ${SETTLE_DAYS} ngày làm việc mà chưa tất toán, nên sổ còn treo tiền của đối tác. Trình tất toán, hoặc mở lại phiên nếu còn phải xử lý; số tiền là tổng bên ta.`,
      en: `A session was confirmed more than ${SETTLE_DAYS} working days ago and is not settled, so the books still show money of the partner as open. Submit its settlement, or reopen it; the amount is our total.`,
    },
    severity: 'MEDIUM',
    every: 60,
    async query(db, now) {
      const before = await workdaysBack(db, localDate(now), SETTLE_DAYS)
      const { rows } = await sql<ControlRow & { id: string }>`
        select s.id, s.code as subject, s.code as label, s.unit_id as "unitId", s.ours_sum as amount, s.confirmed_at as since
          from reconciliation.session s where s.status = 'CONFIRMED' and (s.confirmed_at at time zone 'Asia/Ho_Chi_Minh')::date < ${before}
         order by s.confirmed_at limit ${MOST}`.execute(db)
      return rows.map(({ id, ...row }) => ({ ...row, link: session(id) }))
    },
  })

/** What came for days that were settled already stands in no session: it is found here, and the settlement is undone and made again. */
const changedAfter = ({ session }: Addresses, plugs: readonly WatchedPlug[]): ControlRule =>
  defineControlRule({
    code: 'RECONCILIATION_CHANGED',
    name: { vi: 'Số liệu đổi sau khi tất toán đối soát', en: 'Records changed after their settlement' },
    meaning: {
      vi: 'Giao dịch của những ngày đã tất toán vừa phát sinh hoặc đổi kết quả, nên không nằm trong phiên nào. Đảo tất toán của phiên, lấy số liệu và khớp lại rồi tất toán lần nữa; số tiền là tổng bên ta lúc tất toán.',
      en: 'Transactions of days that were settled have come, or have another outcome, and stand in no session. Reverse the settlement, take our records in again, match and settle; the amount is our total when it was settled.',
    },
    severity: 'HIGH',
    every: 720,
    async query(db, now) {
      const from = addDays(localDate(now), -LOOK_BACK_DAYS)
      const sessions = await db
        .selectFrom('reconciliation.session')
        .select(['id', 'code', 'plug', 'partner_id', 'from_day', 'to_day', 'ours_as_of', 'ours_sum', 'unit_id', 'settled_at'])
        .where('status', '=', 'SETTLED')
        .where('to_day', '>=', from)
        .orderBy('id')
        .execute()
      const found: ControlRow[] = []
      for (const { id, code, plug: key, partner_id: partnerId, from_day, to_day, ours_as_of, ours_sum, unit_id, settled_at } of sessions) {
        const plug = plugs.find((one) => one.key === key)
        if (!plug || ours_as_of === null) continue
        const changed = plug.changedSince({ partnerId, from: from_day, to: to_day }, ours_as_of)
        const { rows } = await sql`select from (${changed}) c limit 1`.execute(db)
        if (rows.length > 0) found.push({ subject: code, label: code, unitId: unit_id, amount: ours_sum, since: settled_at, link: session(id) })
      }
      return found
    },
  })

/** What must not stay as it is about reconciliations. */
export const reconciliationRules = (addresses: Addresses, plugs: readonly WatchedPlug[]): readonly ControlRule[] => [
  openBreaks(addresses),
  missingStatements(plugs, addresses.sessions),
  unsettled(addresses),
  changedAfter(addresses, plugs),
]

/** No break of the period that is as large as its configuration calls high. `plugsOf`: what of a service is reconciled. */
export const settledBreaks = (plugsOf: Readonly<Record<string, readonly string[]>>, { sessions }: Pick<Addresses, 'sessions'>): CutOffCheck =>
  defineCutOffCheck({
    name: 'RECONCILED_BREAKS',
    title: { vi: 'Không còn chênh lệch đối soát vượt mức', en: 'No reconciliation break over the limit' },
    services: Object.keys(plugsOf),
    async check(db, { service, unitId, from, to }) {
      const { rows } = await sql<{ owner: string; plug: string; partnerId: string | null; count: number; since: Date }>`
        select coalesce(p.name, '–') as owner, s.plug, b.partner_id as "partnerId", count(*)::int as count, min(b.day)::timestamptz as since
          from reconciliation.break b join reconciliation.session s on s.id = b.session_id join reconciliation.revision r on r.id = s.revision_id
          left join organisation.partner p on p.id = b.partner_id
         where b.status <> 'RESOLVED' and s.status <> 'CANCELLED' and s.plug = any(${[...(plugsOf[service] ?? [])]}::text[]) and b.day between ${from}::date and ${to}::date
           and b.at_risk >= (r.document->>'highFrom')::numeric
           and ${withinUnit(sql`coalesce(b.office_unit_id, b.district_unit_id, b.province_unit_id, b.head_unit_id)`, unitId)}
         group by p.name, s.plug, b.partner_id order by since limit 200`.execute(db)
      return rows.map(({ plug, partnerId, ...row }) => ({
        ...row,
        label: { vi: 'Chênh lệch đối soát chưa xử lý', en: 'Reconciliation breaks not resolved' },
        link: sessions({ plug, ...(partnerId ? { partnerId } : {}), from, to }),
      }))
    },
  })
