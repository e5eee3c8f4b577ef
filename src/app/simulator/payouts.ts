import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { z } from 'zod'
import { dice, personName } from '#core/organisation/server/public.ts'
import { recordReport } from '#core/payouts/contract/duties.ts'
import { receiveFunds } from '#core/payouts/contract/funds.ts'
import type { importLines } from '#core/payouts/contract/import.ts'
import { acknowledgeWarning, cancelPayout, checkPayout, closePayout, createPayout, settlePayout, submitPayout } from '#core/payouts/contract/lists.ts'
import { createProgramme } from '#core/payouts/contract/programmes.ts'
import { openVersion, proposeVersion, stopLine } from '#core/payouts/contract/versions.ts'
import type { WarningKind } from '#core/payouts/contract/words.ts'
import { keepLines } from '#core/payouts/server/public.ts'
import { addDays, localDate } from '#kernel/dates.ts'
import type { ImportedRow } from '#kernel/import.ts'
import type { Desk } from './cash/desk.ts'
import { decide } from './cash/office.ts'
import type { Place } from './cash/places.ts'
import { bankName } from './transfers.ts'

const SEED = 20_261_101
const MAKER = 'ketoan'
const CHECKER = 'kiemsoat'
const PAYER = 'ANTAM'
/** In the order of a list's life; each stops where its name says. PAYING: people come for their money day by day. */
const STOPS = ['DRAFT', 'CHECKED', 'SUBMITTED', 'APPROVED', 'PAYING', 'CLOSED', 'SETTLED', 'CANCELLED'] as const
type Stop = (typeof STOPS)[number]

const PROGRAMMES = [
  { code: 'LUONG-HUU', name: 'Lương hưu và trợ cấp bảo hiểm xã hội', kind: 'PENSION', unpaid: 'RETURN', tolerance: 20, listDay: 25, reportDay: 20 },
  { code: 'TRO-CAP-XH', name: 'Trợ cấp xã hội hằng tháng', kind: 'ALLOWANCE', unpaid: 'CARRY', tolerance: 50, listDay: 25, reportDay: 20 },
  { code: 'TRO-CAP-TN', name: 'Trợ cấp thất nghiệp', kind: 'UNEMPLOYMENT', unpaid: 'RETURN', tolerance: 50 },
] as const

/** A list of the demo: how many months ago, of which programme, for how many people, where it stops, and the days from today on which it is paid. */
interface Plan {
  ago: number
  programme: number
  people: number
  stop: Stop
  days: readonly [from: number, until: number]
}

/** Those that are paid; each is made on its first day. */
const PAID_LISTS: readonly Plan[] = [
  { ago: 1, programme: 0, people: 60, stop: 'SETTLED', days: [-26, -4] },
  { ago: 1, programme: 1, people: 40, stop: 'CLOSED', days: [-25, -3] },
  { ago: 1, programme: 2, people: 12, stop: 'CLOSED', days: [-25, -3] },
  { ago: 0, programme: 0, people: 64, stop: 'PAYING', days: [-7, 13] },
  { ago: 0, programme: 2, people: 14, stop: 'PAYING', days: [-6, 14] },
]
/** Those that are still being made when the demo begins. */
const NEW_LISTS: readonly Plan[] = [
  { ago: 0, programme: 1, people: 42, stop: 'SUBMITTED', days: [-1, 19] },
  { ago: -1, programme: 0, people: 66, stop: 'DRAFT', days: [12, 32] },
  { ago: -1, programme: 1, people: 44, stop: 'APPROVED', days: [2, 22] },
  { ago: -1, programme: 2, people: 10, stop: 'CANCELLED', days: [12, 32] },
  { ago: -1, programme: 2, people: 14, stop: 'CHECKED', days: [12, 32] },
]
/** Who gets so much at once that it needs a cash order, of the third programme's list of this month. */
const LUMP = { first: 8, amount: 51_500_000 }

export interface PayoutDays {
  today: string
  /** The first day of the demo's cash. */
  first: string
}

/** Before its days begin: a payer with programmes, and money that was sent ahead. */
export async function seedProgrammes(desk: Desk, { today }: PayoutDays): Promise<void> {
  const { db } = desk.runtime
  if (await db.selectFrom('payout.programme').select('id').executeTakeFirst()) return
  const partner = await db.selectFrom('organisation.partner').select('id').where('code', '=', PAYER).executeTakeFirst()
  const bank = await db.selectFrom('organisation.partner').select('id').where('code', '=', 'VCB').executeTakeFirst()
  if (!partner || !bank) return
  const money = { partnerId: partner.id, bankId: bank.id, receivedOn: localDate(desk.now()), note: 'Chuyển tiền chi trả kỳ này' }
  const received = await desk.call(MAKER, receiveFunds, { ...money, bankReference: 'FT26110300417', amount: '1500000000' })
  await decide(desk, CHECKER, 'payout.receipt', received.id)
  await desk.call(MAKER, receiveFunds, {
    ...money,
    receivedOn: addDays(today, -31),
    bankReference: 'FT26112000902',
    amount: '250000000',
    note: 'Chờ đối chiếu sao kê',
  })
  for (const programme of PROGRAMMES) await desk.call(MAKER, createProgramme, { ...programme, partnerId: partner.id })
}

/** What lists do on a day: those whose first day it is are made and approved, those that have ended are closed. */
export async function listsOfDay(desk: Desk, places: readonly Place[], day: string, { today, first }: PayoutDays): Promise<void> {
  for (const plan of PAID_LISTS) {
    const [from, until] = plan.days.map((offset) => addDays(today, offset)) as [string, string]
    const begins = from < first ? first : from
    if (day >= begins && !(await madeList(desk, plan, today))) await makeList(desk, places, plan, today)
    const list = day > until && plan.stop !== 'PAYING' ? await madeList(desk, plan, today) : undefined
    if (list && ['APPROVED', 'PAYING'].includes(list.status)) {
      await endList(desk, list.id, plan.stop)
      await report(desk, list.programme_id, monthBefore(today, plan.ago), day)
    }
  }
}

/** The lists that are still being made. */
export async function seedNewLists(desk: Desk, places: readonly Place[], today: string): Promise<void> {
  for (const plan of NEW_LISTS) if (!(await madeList(desk, plan, today))) await makeList(desk, places, plan, today)
}

/** A list that stands; one that was cancelled, only where it is what was planned. */
async function madeList({ runtime: { db } }: Desk, { ago, programme, stop }: Plan, today: string) {
  const { code = '' } = PROGRAMMES[programme] ?? {}
  return db
    .selectFrom('payout.list as l')
    .innerJoin('payout.programme as p', 'p.id', 'l.programme_id')
    .select(['l.id', 'l.status', 'l.programme_id'])
    .where('p.code', '=', code)
    .where('l.month', '=', sql<string>`to_date(${monthBefore(today, ago)}, 'MM/YYYY')`)
    .where('l.status', stop === 'CANCELLED' ? '=' : '<>', 'CANCELLED')
    .executeTakeFirst()
}

async function makeList(desk: Desk, places: readonly Place[], plan: Plan, today: string): Promise<void> {
  const [head] = places
  const { code = '' } = PROGRAMMES[plan.programme] ?? {}
  const programme = await desk.runtime.db.selectFrom('payout.programme').select('id').where('code', '=', code).executeTakeFirst()
  if (!head || !programme) return
  const offices = places.filter(({ tills }) => tills.length > 0).map((place) => place.code)
  const rows = peopleOf(plan, offices)
  const { id } = await desk.call(MAKER, createPayout, {
    programmeId: programme.id,
    month: monthBefore(today, plan.ago),
    unitId: head.unitId,
    payFrom: addDays(today, plan.days[0]),
    payUntil: addDays(today, plan.days[1]),
    controlCount: rows.length,
    controlTotal: String(rows.reduce((sum, { amount }) => sum + Number(amount), 0)),
  })
  await keep(desk, id, rows)
  await carry(desk, id, plan.stop)
}

/** 'MM/YYYY' of the month so many months before a day. */
function monthBefore(day: string, ago: number): string {
  const months = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 - ago
  return `${String((months % 12) + 1).padStart(2, '0')}/${Math.floor(months / 12)}`
}

/** The same people each month; a few are paid to an account, a few send somebody. */
function peopleOf({ programme, people: count, ago }: Plan, offices: readonly string[]): ImportedRow<typeof importLines>[] {
  const next = dice(SEED + programme)
  return Array.from({ length: count }, (_, n) => {
    const name = personName(next)
    const identityNumber = `0${String(10 + programme)}1${String(40 + (n % 40))}${String(100_000 + n * 37 + programme)}`.slice(0, 12).padEnd(12, '0')
    const lump = programme === 2 && ago === 0 && n < LUMP.first
    const account = n % 9 === 4 && !lump
    return {
      ...{
        beneficiaryCode: `NH${programme + 1}-${String(n + 1).padStart(5, '0')}`,
        name,
        birthDate: `19${40 + (n % 40)}-0${1 + (n % 9)}-1${n % 9}`,
        identityNumber,
      },
      ...{ address: `Số ${1 + (n % 90)}, tổ ${1 + (n % 12)}`, amount: `${lump ? LUMP.amount + n * 250_000 : 500_000 + (n % 24) * 125_000}.00` },
      ...(account
        ? { method: 'ACCOUNT' as const, bankBin: '970436', ...accountOf(programme, n) }
        : { method: 'CASH' as const, pointCode: (lump ? offices[0] : offices[n % offices.length]) ?? '' }),
      ...(n % 11 === 3 && !account
        ? { receiverName: personName(next), receiverIdentity: `0010852${String(10_000 + n)}`, receiverPaper: `13-HSB số ${n + 1}` }
        : {}),
    }
  })
}

/** The account of a person, with the name that the demo's banks know it by. */
function accountOf(programme: number, n: number) {
  const accountNumber = `001${programme + 1}0${String(100_000 + n)}`
  return { accountNumber, accountName: bankName('970436', accountNumber) }
}

async function keep(desk: Desk, id: string, rows: readonly ImportedRow<typeof importLines>[]): Promise<void> {
  const fileHash = createHash('sha256').update(id).digest('hex')
  await desk.runtime.db.transaction().execute(async (tx) => {
    const list = await tx.selectFrom('payout.list').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const lines = rows.map((value, n) => ({ number: n + 2, value }))
    const kept = await keepLines(tx, list, lines, { by: MAKER, at: desk.now(), fileName: `${list.code}.xlsx`, fileHash })
    if (Array.isArray(kept)) throw new Error(`the demo's payout list has wrong lines: ${JSON.stringify(kept.slice(0, 3))}`)
  })
}

async function versionOf({ runtime: { db } }: Desk, id: string): Promise<number> {
  return (await db.selectFrom('payout.list').select('version').where('id', '=', id).executeTakeFirstOrThrow()).version
}

/** As far as a list goes before people come for their money. */
async function carry(desk: Desk, id: string, stop: Stop): Promise<void> {
  const reached = (state: Stop) => STOPS.indexOf(stop) >= STOPS.indexOf(state)
  if (stop === 'DRAFT') return
  if (stop === 'CANCELLED')
    return void (await desk.call(MAKER, cancelPayout, { id, version: await versionOf(desk, id), reason: 'Đơn vị uỷ quyền gửi lại danh sách' }))
  const warnings = await desk.runtime.db.selectFrom('payout.warning').select('kind').where('list_id', '=', id).orderBy('kind').execute()
  for (const { kind } of warnings)
    await desk.call(MAKER, acknowledgeWarning, {
      ...{ id, version: await versionOf(desk, id), kind: kind as z.output<typeof WarningKind> },
      note: 'Đã đối chiếu với công văn',
    })
  await desk.call(MAKER, checkPayout, { id, version: await versionOf(desk, id) })
  if (!reached('SUBMITTED')) return
  await desk.call(MAKER, submitPayout, { id, version: await versionOf(desk, id), reason: 'Trình duyệt danh sách theo công văn' })
  if (!reached('APPROVED')) return
  await decide(desk, CHECKER, 'payout.list', id)
  if (stop === 'PAYING') await holdSome(desk, id)
}

/** What nobody has fetched goes back to the payer. */
async function endList(desk: Desk, id: string, stop: Stop): Promise<void> {
  await desk.call(MAKER, closePayout, { id, version: await versionOf(desk, id), reason: 'Hết thời hạn chi trả' })
  if (stop === 'SETTLED') await desk.call('admin', settlePayout, { id, version: await versionOf(desk, id), reference: 'BB-QT-10/2026' })
}

/** The payer gets the lists of paid and unpaid. */
async function report(desk: Desk, programmeId: string, month: string, sentOn: string): Promise<void> {
  await desk.call(MAKER, recordReport, { programmeId, month, sentOn, reference: `BC-${month}`, note: 'Gửi kèm hai danh sách đã ký' })
}

/** One person is held; of another it is asked. */
async function holdSome(desk: Desk, listId: string): Promise<void> {
  const lines = await desk.runtime.db
    .selectFrom('payout.line')
    .select('id')
    .where('list_id', '=', listId)
    .where('method', '=', 'CASH')
    .orderBy('line_no', 'desc')
    .limit(2)
    .execute()
  for (const [n, { id: lineId }] of lines.entries()) {
    const { id } = await desk.call(MAKER, openVersion, { listId, reason: 'Công văn tạm giữ để xác minh' })
    const version = async () => (await desk.runtime.db.selectFrom('payout.version').select('version').where('id', '=', id).executeTakeFirstOrThrow()).version
    await desk.call(MAKER, stopLine, { id, version: await version(), lineId, kind: 'HOLD', reason: 'Xác minh người hưởng' })
    await desk.call(MAKER, proposeVersion, { id, version: await version(), reason: 'Trình duyệt theo công văn' })
    if (n === 0) await decide(desk, CHECKER, 'payout.version', id)
  }
}
