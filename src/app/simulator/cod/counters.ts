import { crc32, deflateSync } from 'node:zlib'
import { addDays, localDate } from '#kernel/dates.ts'
import { uploadFile } from '#kernel/files.ts'
import { acceptHandIn, countHandIn, declareHandIn } from '#subsystems/cob/contract/deposits.ts'
import { confirmSlip, enterSlip, resolveSlip, SLIP_FILES } from '#subsystems/cob/contract/tktt.ts'
import { oneTimeCodeOf } from '#subsystems/cob/server/deposits/one-time-code.ts'
import type { Desk } from '../cash/desk.ts'
import type { Place, Till } from '../cash/places.ts'
import { onDay } from '../cash/plan.ts'
import { inParallel } from '../parallel.ts'
import type { HandIn } from './hand-ins.ts'
import type { CodPlan } from './parcels.ts'

/** Counters that work at the same time. */
const COUNTERS = 4
const [MAKER, CHECKER, BANK] = ['ketoan', 'kiemsoat', 'BIDV']
/** What the bank has less than its slip says. */
const LESS = 20_000
/** A shortage from which on nobody has agreed to it so far. */
const LEFT = -50_000

/** Ids of postmen by code. */
export type CourierIds = ReadonlyMap<string, string>

/** Postmen at the counters of a day: each declares, and a teller counts without seeing it. Counters work side by side. */
export async function takeIn(desk: Desk, couriers: CourierIds, handIns: readonly HandIn[], places: readonly Place[]): Promise<void> {
  const brought = [...Map.groupBy(handIns, ({ courier }) => courier.unit)]
  await inParallel(COUNTERS, brought, async ([unit, own]) => {
    const till = places.find(({ code }) => code === unit)?.tills[0]
    const { db } = desk.runtime
    const open = till && (await db.selectFrom('cash.shift').select('id').where('till_id', '=', till.id).where('status', '=', 'OPEN').executeTakeFirst())
    if (!open) return
    for (const handIn of own) {
      const courierId = couriers.get(handIn.courier.code)
      if (courierId !== undefined) await oneHandIn(desk, till, courierId, handIn)
    }
  })
}

/** What was made of it already goes on where it was. */
async function oneHandIn(desk: Desk, till: Till, courierId: string, handIn: HandIn): Promise<void> {
  const { amount, off = 0 } = handIn
  const find = () => broughtOf(desk, courierId, handIn)
  const items = handIn.items.map(({ code }) => code)
  if (!(await find())) await desk.call(MAKER, declareHandIn, { courierId, items, amount: String(amount) })
  const declared = await find()
  if (declared?.status === 'DECLARED')
    await desk.call(till.teller, countHandIn, {
      ...{ id: declared.id, version: declared.version, amount: String(amount + off) },
      oneTimeCode: oneTimeCodeOf(desk.runtime.config.secretKey, declared),
    })
  if (off <= LEFT || off === 0) return
  const counted = await find()
  // The larger shortage waits for somebody; the other one was agreed to.
  if (counted?.status === 'DISCREPANCY')
    await desk.call(CHECKER, acceptHandIn, { id: counted.id, version: counted.version, reason: 'Bưu tá nhận thiếu, nộp bù sau' })
}

const broughtOf = ({ runtime: { db } }: Desk, courierId: string, { at, amount }: HandIn) =>
  db
    .selectFrom('cob.hand_in')
    .select(['id', 'code', 'version', 'status'])
    .where('courier_id', '=', courierId)
    .where('declared_amount', '=', `${amount}.00`)
    .where('declared_at', '>=', onDay(localDate(at), 0))
    .where('declared_at', '<', onDay(addDays(localDate(at), 1), 0))
    .executeTakeFirst()

/** Cash paid in at a bank: the slip is entered, and what the bank says of it on the next morning. */
export async function bringSlip(desk: Desk, couriers: CourierIds, { anchor }: CodPlan, { key, courier, at, items, amount, slip }: HandIn): Promise<void> {
  const { db } = desk.runtime
  const bank = await db.selectFrom('organisation.partner').select('id').where('code', '=', BANK).executeTakeFirst()
  const courierId = couriers.get(courier.code)
  if (!bank || courierId === undefined) return
  const find = () => db.selectFrom('cob.bank_slip').select(['id', 'version', 'status']).where('bank_reference', '=', key).executeTakeFirst()
  const paidOn = localDate(at)
  if (!(await find())) {
    // What waits to be attached is kept for a day of the database's own clock.
    desk.at(desk.runtime.clock.now())
    const { uuid } = await desk.send(MAKER, uploadFile, { kind: SLIP_FILES }, { name: `${key}.png`, content: picture() })
    desk.at(at)
    const named = items.map(({ code }) => code)
    await desk.call(MAKER, enterSlip, { courierId, bankId: bank.id, bankReference: key, amount: String(amount), paidOn, items: named, attachments: [uuid] })
  }
  desk.at(new Date(Math.min(onDay(addDays(paidOn, 1), 9).getTime(), anchor.getTime())))
  const entered = await find()
  if (entered?.status === 'ENTERED' && slip !== 'WAITING') {
    const bankAmount = String(slip === 'CONFIRMED' ? amount : amount - LESS)
    await desk.call(CHECKER, confirmSlip, { id: entered.id, version: entered.version, bankAmount, note: 'Theo sổ phụ ngân hàng' })
  }
  const differing = await find()
  if (differing?.status === 'MISMATCH' && slip === 'RESOLVED')
    await desk.call(CHECKER, resolveSlip, { id: differing.id, version: differing.version, resolution: 'BANK_AMOUNT', reason: 'Ngân hàng thu phí kiểm đếm' })
}

const [WIDTH, HEIGHT] = [320, 200]

/** The photo of a slip: lines on white paper. */
function picture(): Buffer {
  const rows = Array.from({ length: HEIGHT }, (_none, y) => Buffer.concat([Buffer.from([0]), Buffer.alloc(WIDTH, y % 24 === 20 && y > 30 ? 0x99 : 0xff)]))
  const header = Buffer.alloc(13)
  header.writeUInt32BE(WIDTH, 0)
  header.writeUInt32BE(HEIGHT, 4)
  // Eight bits of grey.
  header[8] = 8
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
