import { decideRequest } from '#core/approvals/contract/request.ts'
import type { IncidentStatus } from '#core/incidents/contract/incident.ts'
import type { IncidentContracts } from '#core/incidents/contract/incidents.ts'
import { ACCOUNT_LINES } from '#core/payouts/contract/transfers.ts'
import { cfmIncidents } from '#subsystems/cfm/contract/incidents.ts'
import { lineCode } from '#subsystems/cfm/contract/payouts.ts'
import type { Desk } from './desk.ts'

const HOUR_MS = 3_600_000
/** Money orders of the last days that people may ask about. */
const SENT = 200
const [HANDLER, CHECKER, CHIEF] = ['ketoan', 'kiemsoat', 'admin']

/** An incident of the demo, and how far it has come. */
export interface Told {
  /** Hours before the demo begins. */
  ago: number
  category: string
  reporter: string
  text: string
  /** Where it stands in the end. */
  until: IncidentStatus
}

/** What people have reported of late, in every state; some of it is late already. */
const TOLD: readonly Told[] = [
  { ago: 0.4, category: 'NOT_RECEIVED', reporter: 'Phạm Thị Hoa', text: 'Người nhận đến bưu cục nhưng chưa có phiếu', until: 'NEW' },
  { ago: 1.2, category: 'WRONG_DETAILS', reporter: 'Đỗ Minh Quân', text: 'Sai số căn cước của người nhận', until: 'NEW' },
  { ago: 31, category: 'NOT_RECEIVED', reporter: 'Vũ Thị Ngọc', text: 'Gửi từ hôm qua, người nhà chưa nhận được tiền', until: 'NEW' },
  { ago: 2.1, category: 'OTHER', reporter: 'Lê Văn Thắng', text: 'Không nhận được tin báo có tiền', until: 'ASSIGNED' },
  { ago: 3, category: 'NOT_RECEIVED', reporter: 'Ngô Bảo Châu', text: 'Quầy báo phiếu đang chờ kết quả', until: 'IN_PROGRESS' },
  { ago: 27, category: 'FEE', reporter: 'Bùi Thanh Hà', text: 'Cước thu cao hơn niêm yết', until: 'IN_PROGRESS' },
  { ago: 6, category: 'NOT_RECEIVED', reporter: 'Trịnh Xuân Bắc', text: 'Đối tác báo đã trả, khách báo chưa nhận', until: 'WAITING_PARTNER' },
  { ago: 52, category: 'OTHER', reporter: 'Hoàng Gia Linh', text: 'Tra soát thời điểm trả tiền', until: 'WAITING_PARTNER' },
  { ago: 22, category: 'FEE', reporter: 'Mai Văn Tùng', text: 'Đề nghị giải thích cước dịch vụ', until: 'PROPOSED' },
  { ago: 29, category: 'CANCELLATION', reporter: 'Đặng Thu Trang', text: 'Muốn rút lại phiếu chuyển tiền', until: 'APPROVED' },
  { ago: 33, category: 'NOT_RECEIVED', reporter: 'Nguyễn Hữu Phước', text: 'Đã đến nhận hai lần', until: 'RESOLVED' },
  { ago: 54, category: 'WRONG_DETAILS', reporter: 'Lý Thị Mơ', text: 'Nhầm tên đệm người nhận', until: 'RESOLVED' },
  { ago: 75, category: 'OTHER', reporter: 'Tạ Quang Dũng', text: 'Hỏi về thời hạn giữ tiền', until: 'CLOSED' },
  { ago: 80, category: 'NOT_RECEIVED', reporter: 'Cao Minh Đức', text: 'Chưa nhận được tiền hỗ trợ', until: 'CLOSED' },
  { ago: 45, category: 'OTHER', reporter: 'Phan Văn Lợi', text: 'Phản ánh không thuộc dịch vụ chuyển tiền', until: 'REJECTED' },
  { ago: 78, category: 'NOT_RECEIVED', reporter: 'Dương Thị Kim', text: 'Bưu cục hẹn quay lại', until: 'REOPENED' },
]

/** Gives the demo its incidents, by the calls that people make. Safe to repeat: it is done once, as a whole or from where it was cut off. */
export async function reportIncidents(desk: Desk, anchor: Date): Promise<void> {
  const { db } = desk.runtime
  const known = new Set((await db.selectFrom('incident.incident').select('reporter_name').execute()).map((row) => row.reporter_name))
  const about = await db
    .selectFrom('payment.transaction')
    .select(['code', 'occurred_at as at'])
    .where('service', '=', 'CFM')
    .where('type', '=', 'TRANSFER')
    .where('status', '=', 'SUCCEEDED')
    .orderBy('business_date', 'desc')
    .orderBy('id', 'desc')
    .limit(SENT)
    .execute()
  const categories = new Map((await db.selectFrom('incident.category').select(['id', 'code']).execute()).map(({ id, code }) => [code, id]))
  const bank = await db.selectFrom('organisation.partner').select('id').where('code', '=', 'VCB').executeTakeFirstOrThrow()
  for (const [n, told] of TOLD.entries()) {
    // Nobody complains of what has not happened yet.
    const at = about.findIndex((one) => one.at.getTime() < anchor.getTime() - told.ago * HOUR_MS)
    const subjectCode = about.splice(at, at < 0 ? 0 : 1)[0]?.code
    if (subjectCode === undefined || known.has(told.reporter)) continue
    const facts = { subjectCode, categoryId: categories.get(told.category) ?? '', anchor, partnerId: bank.id, n }
    await report(desk, told, facts, { calls: cfmIncidents, ...SAID })
  }
  desk.at(anchor)
  await desk.run('incidents.watch-clocks')
}

/** What staff report of records of other kinds, and the unit that sees to it: the newest of each kind. */
const RECORDS = [
  { type: 'cash.treasury_transaction', text: 'Bao tiền đến thiếu so với biên bản, đề nghị đối chiếu niêm phong', team: true },
  { type: 'disbursement.item', text: 'Ngân hàng trả lại tiền, chưa rõ người hưởng đổi tài khoản hay chưa', team: true },
  { type: 'payout.line', text: 'Người hưởng báo sai tháng chi trả', team: false },
] as const

/** Incidents about treasury transactions, transfers and payout lines, two of them given to a unit. Safe to repeat. */
export async function reportOnRecords(desk: Desk, anchor: Date): Promise<void> {
  const { db } = desk.runtime
  const category = await db.selectFrom('incident.category').select('id').where('code', '=', 'OTHER').executeTakeFirstOrThrow()
  const handler = await db.selectFrom('iam.person').select(['full_name as name', 'unit_id as unitId']).where('account', '=', HANDLER).executeTakeFirstOrThrow()
  desk.at(anchor)
  for (const { type, text: description, team } of RECORDS) {
    const known = await db.selectFrom('incident.incident_subject').select('incident_id').where('type', '=', type).executeTakeFirst()
    const subjectCode = known ? undefined : await newest(desk, type)
    if (subjectCode === undefined) continue
    const told = { channel: 'INTERNAL', reporterKind: 'STAFF', reporterName: handler.name ?? HANDLER, description } as const
    const { id, version } = await desk.call(HANDLER, cfmIncidents.create, { ...told, categoryId: category.id, subjectCode })
    if (team) await desk.call(CHIEF, cfmIncidents.assign, { id, version, teamId: handler.unitId ?? '', note: 'Bộ phận kế toán xử lý' })
  }
}

/** The code of the newest record of a kind that there is something to ask about. */
async function newest({ runtime: { db } }: Desk, type: (typeof RECORDS)[number]['type']): Promise<string | undefined> {
  switch (type) {
    case 'cash.treasury_transaction':
      return (await db.selectFrom('cash.treasury_transaction').select('code').where('status', '=', 'DISCREPANCY').orderBy('id', 'desc').executeTakeFirst())
        ?.code
    case 'disbursement.item':
      return (
        await db
          .selectFrom('disbursement.item')
          .select('reference')
          .where('source_kind', '=', ACCOUNT_LINES)
          .where('status', '=', 'RETURNED')
          .orderBy('id', 'desc')
          .executeTakeFirst()
      )?.reference
    case 'payout.line': {
      const line = await db.selectFrom('payout.line').select('id').where('status', '=', 'UNPAID').orderBy('id').executeTakeFirst()
      return line && lineCode(line.id)
    }
  }
}

/** At which desk, and what its people write. */
interface Words {
  calls: IncidentContracts
  assigned: string
  noted: string
  answer: string
  asked: string
  rejected: string
  reopened: string
}

const SAID: Omit<Words, 'calls'> = {
  assigned: 'Kiểm tra với bưu cục trả',
  noted: 'Đã xem bút toán và phiếu tại quầy',
  answer: 'Phiếu còn hiệu lực, người nhận mang giấy tờ đến bưu cục bất kỳ để nhận tiền',
  asked: 'Đề nghị xác nhận thời điểm trả tiền',
  rejected: 'Không thuộc dịch vụ chuyển tiền, đã hướng dẫn liên hệ đơn vị khác',
  reopened: 'Khách đến lần nữa vẫn chưa nhận được',
}

interface Facts {
  subjectCode: string
  categoryId: string
  anchor: Date
  partnerId: string
  n: number
}

/** Reports one, and brings it as far as it has come. */
export async function report(
  desk: Desk,
  { ago, reporter, text, until }: Told,
  { subjectCode, categoryId, anchor, partnerId, n }: Facts,
  { calls, ...said }: Words,
): Promise<void> {
  const begin = anchor.getTime() - ago * HOUR_MS
  const at = (share: number) => desk.at(new Date(begin + share * Math.min(ago, 3) * HOUR_MS))
  at(0)
  const reporterPhone = `09${String(12_345_678 + n * 97_531).padStart(8, '0')}`
  const sent = { subjectCode, categoryId, channel: n % 3 === 0 ? ('COUNTER' as const) : ('PHONE' as const), reporterKind: 'CUSTOMER' as const }
  const made = await desk.call(HANDLER, calls.create, { ...sent, reporterName: reporter, reporterPhone, description: text })
  const { id } = made
  let { version } = made
  if (until === 'NEW') return
  const ref = () => ({ id, version })
  const step = async (does: Promise<{ version: number }>) => {
    version = (await does).version
  }
  at(0.2)
  if (until === 'ASSIGNED') {
    const handler = await desk.runtime.db.selectFrom('iam.person').select('id').where('account', '=', HANDLER).executeTakeFirstOrThrow()
    return step(desk.call(CHIEF, calls.assign, { ...ref(), assigneeId: handler.id as string, note: said.assigned }))
  }
  await step(desk.call(HANDLER, calls.start, ref()))
  at(0.4)
  await step(desk.call(HANDLER, calls.reply, { id, via: 'PHONE', content: 'Đã tiếp nhận, sẽ thông báo kết quả trong thời hạn quy định' }))
  at(0.5)
  await desk.call(HANDLER, calls.note, { id, content: said.noted })
  at(0.6)
  const cause = 'CUSTOMER' as const
  const answer = { cause, resolution: said.answer }
  if (until === 'WAITING_PARTNER')
    return step(desk.call(HANDLER, calls.wait, { ...ref(), partnerId, partnerCase: `TS${id.padStart(6, '0')}`, note: said.asked }))
  if (until === 'REJECTED') return step(desk.call(HANDLER, calls.reject, { ...ref(), reason: said.rejected }))
  if (until === 'PROPOSED' || until === 'APPROVED') {
    const { requestId } = await desk.call(HANDLER, calls.propose, { ...ref(), action: 'NONE', ...answer })
    at(0.8)
    if (until === 'APPROVED') await desk.call(CHECKER, decideRequest, { id: requestId, version: 0, decision: 'APPROVE' })
    return
  }
  if (until === 'IN_PROGRESS') return
  at(0.7)
  await step(desk.call(HANDLER, calls.resolve, { ...ref(), ...answer, via: 'PHONE' }))
  at(0.9)
  if (until === 'CLOSED') await step(desk.call(HANDLER, calls.close, ref()))
  if (until === 'REOPENED') await step(desk.call(HANDLER, calls.reopen, { ...ref(), reason: said.reopened }))
}
