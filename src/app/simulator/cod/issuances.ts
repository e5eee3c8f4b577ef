import type { RawInputOf } from '#kernel/contract.ts'
import { addDays, localDate } from '#kernel/dates.ts'
import { assignIssuanceLine, recordAttempt } from '#subsystems/cob/contract/issuances/lines.ts'
import { cancelIssuance, closeIssuance, createIssuance, submitIssuance } from '#subsystems/cob/contract/issuances/lots.ts'
import type { AttemptResult } from '#subsystems/cob/contract/issuances/words.ts'
import type { Desk } from '../cash/desk.ts'
import { decide } from '../cash/office.ts'
import { onDay } from '../cash/plan.ts'
import type { CodPlan } from './parcels.ts'

const [MAKER, CHECKER, LOT] = ['ketoan', 'kiemsoat', 'cob.issuance']
/** Who asks, and the province whose offices collect. */
const [CUSTOMER, UNIT] = ['KHL0001', '010000']

/** What becomes of a request: nobody has it, a postman has it, what came of the last visit; HANDED_IN: its money is on. */
type Fate = 'OPEN' | 'GIVEN' | AttemptResult | 'HANDED_IN'

interface Request {
  payer: string
  address: string
  office: string
  amount: number
  /** The last day, from today on. */
  due: number
  fate: Fate
}

interface Lot {
  name: string
  /** Days ago: when it was made, when its payers were visited. */
  made: number
  visited: number
  stop: 'DRAFT' | 'SUBMITTED' | 'ISSUED' | 'CLOSED' | 'CANCELLED'
  requests: readonly Request[]
}

const request = (payer: string, address: string, office: string, amount: number, due: number, fate: Fate): Request => ({
  payer,
  address,
  office,
  amount,
  due,
  fate,
})

/** Lots in every state, with requests in every state. */
export const LOTS: readonly Lot[] = [
  {
    ...{ name: 'Thu tiền hàng trả chậm đợt 1', made: 14, visited: 12, stop: 'CLOSED' },
    requests: [
      request('Nguyễn Thị Hà', '12 Hàng Bông', '010101', 1_250_000, -5, 'HANDED_IN'),
      request('Trần Văn Cường', '45 Hàng Gai', '010101', 860_000, -5, 'HANDED_IN'),
      request('Lê Thu Trang', '8 Lý Quốc Sư', '010102', 430_000, -5, 'REFUSED'),
      request('Phạm Minh Khôi', '27 Bát Đàn', '010101', 1_900_000, -5, 'GIVEN'),
    ],
  },
  {
    ...{ name: 'Thu tiền hàng trả chậm đợt 2', made: 6, visited: 3, stop: 'ISSUED' },
    requests: [
      request('Vũ Thị Lệ', '3 Tràng Tiền', '010101', 720_000, 9, 'COLLECTED'),
      request('Đỗ Quang Huy', '90 Hàng Bạc', '010101', 2_150_000, 9, 'HANDED_IN'),
      request('Bùi Thanh Vân', '16 Đình Ngang', '010102', 540_000, 9, 'POSTPONED'),
      request('Hoàng Gia Bảo', '71 Phủ Doãn', '010101', 980_000, 9, 'NOT_FOUND'),
      request('Ngô Thị Liên', '5 Nhà Chung', '010102', 315_000, 9, 'REFUSED'),
      request('Đặng Hữu Phước', '38 Hàng Trống', '010101', 1_475_000, 9, 'GIVEN'),
      request('Dương Thuỳ Chi', '62 Hàng Mã', '010101', 260_000, -1, 'GIVEN'),
      request('Mai Anh Tuấn', '19 Cửa Nam', '010102', 690_000, 9, 'OPEN'),
    ],
  },
  {
    ...{ name: 'Thu phí hội viên quý', made: 4, visited: 4, stop: 'CANCELLED' },
    requests: [request('Trịnh Thị Nga', '11 Thợ Nhuộm', '010101', 300_000, 12, 'OPEN'), request('Lý Văn Tài', '24 Quán Sứ', '010101', 300_000, 12, 'OPEN')],
  },
  {
    ...{ name: 'Thu tiền hàng trả chậm đợt 3', made: 1, visited: 1, stop: 'SUBMITTED' },
    requests: [
      request('Nguyễn Đức Toàn', '7 Hàng Đào', '010101', 1_120_000, 14, 'OPEN'),
      request('Phan Thị Kim', '54 Hàng Chiếu', '010102', 845_000, 14, 'OPEN'),
      request('Hồ Sỹ Nam', '33 Lò Sũ', '010101', 405_000, 14, 'OPEN'),
    ],
  },
  {
    ...{ name: 'Thu tiền cọc hợp đồng thuê', made: 0, visited: 0, stop: 'DRAFT' },
    requests: [request('Đinh Thị Hoa', '29 Mã Mây', '010101', 3_000_000, 20, 'OPEN'), request('Trần Thị Mỹ', '81 Hàng Điếu', '010101', 2_500_000, 20, 'OPEN')],
  },
]

/** What postmen bring of a lot: by postman, the items and their money. */
export type Brought = ReadonlyMap<string, { code: string; amount: number }[]>

/** Makes a lot that does not stand yet and carries it as far as its visits. Answers what is handed in of it. */
export async function issueLot(desk: Desk, plan: CodPlan, { name, made, visited, stop, requests }: Lot): Promise<Brought> {
  const { db } = desk.runtime
  const today = localDate(plan.anchor)
  const at = (ago: number, hour: number) => desk.at(new Date(Math.min(onDay(addDays(today, -ago), hour).getTime(), plan.anchor.getTime())))
  const lot = () => db.selectFrom('cob.issuance').select(['id', 'version', 'status']).where('name', '=', name).executeTakeFirst()
  at(made, 9)
  if (!(await lot())) await make(desk, name, linesOf(requests, today, name))
  const draft = await lot()
  if (!draft) return new Map()
  if (draft.status === 'DRAFT' && stop !== 'DRAFT')
    await desk.call(MAKER, submitIssuance, { id: draft.id, version: draft.version, reason: 'Khách hàng gửi danh sách' })
  if (stop === 'DRAFT' || stop === 'SUBMITTED') return new Map()
  const sent = await lot()
  if (sent?.status === 'SUBMITTED') await decide(desk, CHECKER, LOT, draft.id)
  at(visited, 8)
  for (const [n, one] of requests.entries()) if (one.fate !== 'OPEN') await give(desk, draft.id, n + 1)
  at(visited, 15)
  for (const [n, one] of requests.entries()) await visit(desk, draft.id, n + 1, one.fate, addDays(today, -visited))
  const issued = await lot()
  if (issued?.status === 'ISSUED' && stop === 'CANCELLED')
    await desk.call(MAKER, cancelIssuance, { id: issued.id, version: issued.version, reason: 'Khách hàng rút danh sách' })
  return broughtOf(desk, draft.id, requests)
}

/** Near the end: lots whose requests have all ended are closed. */
export async function closeLots(desk: Desk): Promise<void> {
  for (const { name, stop } of LOTS) {
    const lot = await desk.runtime.db.selectFrom('cob.issuance').select(['id', 'version', 'status']).where('name', '=', name).executeTakeFirst()
    if (stop === 'CLOSED' && lot?.status === 'ISSUED') await desk.call(MAKER, closeIssuance, { id: lot.id, version: lot.version, reason: 'Hết hạn thu' })
  }
}

async function make(desk: Desk, name: string, lines: RawInputOf<typeof createIssuance>['lines']): Promise<void> {
  const { db } = desk.runtime
  const customer = await db.selectFrom('cob.key_account').select('id').where('code', '=', CUSTOMER).where('status', '=', 'ACTIVE').executeTakeFirst()
  const unit = await db.selectFrom('organisation.unit').select('id').where('code', '=', UNIT).executeTakeFirst()
  if (customer && unit) await desk.call(MAKER, createIssuance, { keyAccountId: customer.id, unitId: unit.id, name, lines })
}

const linesOf = (requests: readonly Request[], today: string, name: string) =>
  requests.map(({ payer, address, office, amount, due }, n) => ({
    ...{
      reference: `TC${LOTS.findIndex((lot) => lot.name === name) + 1}-${String(n + 1).padStart(3, '0')}`,
      payerName: payer,
      address,
      office,
      amount: String(amount),
    },
    ...{ payerPhone: `09${String(51_200_000 + n * 91_733 + amount)}`.slice(0, 10), dueOn: addDays(today, due) },
  }))

const lineOf = ({ runtime: { db } }: Desk, lotId: string, number: number) =>
  db
    .selectFrom('cob.issuance_line')
    .select(['id', 'version', 'status', 'unit_id', 'line_no', 'courier_id', 'item_id', 'amount'])
    .where('issuance_id', '=', lotId)
    .where('line_no', '=', number)
    .executeTakeFirst()

async function give(desk: Desk, lotId: string, number: number): Promise<void> {
  const line = await lineOf(desk, lotId, number)
  if (line?.status !== 'ISSUED') return
  const courier = await desk.runtime.db
    .selectFrom('cob.courier')
    .select('id')
    .where('unit_id', '=', line.unit_id)
    .where('status', '=', 'ACTIVE')
    .orderBy('code')
    .executeTakeFirst()
  if (courier) await desk.call(MAKER, assignIssuanceLine, { id: line.id, version: line.version, courierId: courier.id })
}

const NOTES: Record<AttemptResult, string> = {
  COLLECTED: '',
  POSTPONED: 'Hẹn thứ Sáu sau giờ làm',
  REFUSED: 'Cho rằng đã trả đủ',
  NOT_FOUND: 'Nhà đóng cửa, hàng xóm không biết',
}

async function visit(desk: Desk, lotId: string, number: number, fate: Fate, on: string): Promise<void> {
  const line = await lineOf(desk, lotId, number)
  const result = fate === 'HANDED_IN' ? 'COLLECTED' : fate
  if (line?.status !== 'ASSIGNED' || result === 'OPEN' || result === 'GIVEN') return
  const seen = await desk.runtime.db.selectFrom('cob.issuance_attempt').select('id').where('line_id', '=', line.id).executeTakeFirst()
  if (seen) return
  const time = `${String(10 + number).padStart(2, '0')}:15`
  await desk.call(MAKER, recordAttempt, { id: line.id, version: line.version, result, on, time: time > '14:45' ? '14:45' : time, note: NOTES[result] })
}

async function broughtOf({ runtime: { db } }: Desk, lotId: string, requests: readonly Request[]): Promise<Brought> {
  const rows = await db
    .selectFrom('cob.issuance_line as l')
    .innerJoin('cob.item as i', 'i.id', 'l.item_id')
    .innerJoin('cob.courier as c', 'c.id', 'l.courier_id')
    .select(['i.code', 'l.amount', 'l.line_no', 'c.code as courier'])
    .where('l.issuance_id', '=', lotId)
    .where('i.money_state', '=', 'COLLECTED')
    .execute()
  const due = rows.filter(({ line_no }) => requests[line_no - 1]?.fate === 'HANDED_IN')
  return new Map(
    [...Map.groupBy(due, ({ courier }) => courier)].map(([courier, own]) => [courier, own.map(({ code, amount }) => ({ code, amount: Number(amount) }))]),
  )
}
