/** Cash that the demo moves between its places, and when: the same for every run of a day. */
import { startOfDay } from '#kernel/dates.ts'
import type { Move } from './moves.ts'
import type { Place } from './places.ts'

const MINUTE_MS = 60_000
/** The office whose last day nobody has closed yet. */
export const LATE_OFFICE = '010102'

/** What the plan is made for. `first`: the first day with cash; `anchor`: when the demo begins. */
export interface Planned {
  places: readonly Place[]
  first: string
  anchor: Date
}

export const placeOf = ({ places }: Planned, code: string): Place => places.find((place) => place.code === code) as Place
export const main = (world: Planned): Place => placeOf(world, '010101')
export const head = ({ places }: Planned): Place => places[0] as Place
export const provinces = ({ places }: Planned) => places.filter(({ code }) => code.endsWith('0000'))
export const offices = ({ places }: Planned) => places.filter(({ tills }) => tills.length > 0)
export const provinceOf = (world: Planned, { code }: Place) => placeOf(world, `${code.slice(0, 2)}0000`)
export const onDay = (day: string, hour: number, minute = 0): Date => new Date(startOfDay(day).getTime() + (hour * 60 + minute) * MINUTE_MS)

/** The first day's morning: from the bank to head office, to the provinces and on to the offices. */
export function firstMoves(world: Planned): [Move, ...Move[]] {
  const { first } = world
  const at = (hour: number, n: number) => new Date(onDay(first, hour).getTime() + n * MINUTE_MS)
  const tct = head(world)
  return [
    { kind: 'BANK_WITHDRAWAL', from: tct, to: tct, amount: 10_000_000_000, purpose: 'Rút tiền mặt cấp vốn đầu kỳ', at: at(0, 0), until: 'RECEIVED' },
    ...provinces(world).map(
      (to, n): Move => ({ kind: 'REPLENISHMENT', from: tct, to, amount: 1_500_000_000, purpose: 'Cấp vốn tiền mặt đầu kỳ', at: at(2, n), until: 'RECEIVED' }),
    ),
    ...offices(world).map(
      (to, n): Move => ({
        kind: 'REPLENISHMENT',
        from: provinceOf(world, to),
        to,
        amount: to.single ? 150_000_000 : 300_000_000,
        purpose: 'Tiếp quỹ đầu kỳ',
        at: at(4, n),
        until: 'RECEIVED',
      }),
    ),
  ]
}

/** Cash that moves on a day that lies `ago` working days before the last one. */
export function movesOf(world: Planned, day: string, ago: number): Move[] {
  const [hanoi, hcm] = [placeOf(world, '010000'), placeOf(world, '790000')]
  const office = main(world)
  const late = placeOf(world, LATE_OFFICE)
  const at = (hour: number, minute = 0) => onDay(day, hour, minute)
  const moves: Move[] = []
  if (new Date(`${day}T00:00:00Z`).getUTCDay() === 5)
    moves.push({
      kind: 'BANK_DEPOSIT',
      from: hanoi,
      to: hanoi,
      amount: 100_000_000,
      purpose: 'Nộp tiền mặt vượt nhu cầu cuối tuần',
      at: at(9),
      until: 'RECEIVED',
    })
  if (ago % 7 === 5) moves.push({ kind: 'REMITTANCE', from: office, to: hanoi, amount: 40_000_000, purpose: 'Nộp quỹ tuần', at: at(10, 30), until: 'RECEIVED' })
  if (ago === 4)
    moves.push({
      kind: 'REPLENISHMENT',
      from: hanoi,
      to: late,
      amount: 25_000_000,
      purpose: 'Tiếp quỹ chi trả',
      at: at(9, 30),
      until: 'SETTLED',
      short: 500_000,
    })
  if (ago === 3) {
    moves.push({ kind: 'REMITTANCE', from: office, to: hanoi, amount: 30_000_000, purpose: 'Nộp quỹ ngày mưa bão', at: at(11), until: 'RETURNED' })
    moves.push({ kind: 'REPLENISHMENT', from: hanoi, to: office, amount: 450_000_000, purpose: 'Dự phòng chi trả dịp lễ', at: at(13), until: 'REJECTED' })
  }
  if (ago === 2) {
    moves.push({ kind: 'TRANSFER', from: hanoi, to: hcm, amount: 200_000_000, purpose: 'Điều chuyển theo kế hoạch vùng', at: at(13, 30), until: 'DISPATCHED' })
    moves.push({ kind: 'REPLENISHMENT', from: hcm, to: placeOf(world, '790101'), amount: 60_000_000, purpose: 'Tiếp quỹ', at: at(14, 30), until: 'CANCELLED' })
    moves.push({
      kind: 'REPLENISHMENT',
      from: hcm,
      to: placeOf(world, '790101'),
      amount: 320_000_000,
      purpose: 'Chuẩn bị chi trả cuối tháng',
      at: at(9),
      until: 'RECEIVED',
    })
  }
  if (ago === 0)
    moves.push({
      kind: 'REPLENISHMENT',
      from: hanoi,
      to: late,
      amount: 20_000_000,
      purpose: 'Tiếp quỹ chi trả',
      at: at(10),
      until: 'DISCREPANCY',
      short: 200_000,
    })
  return moves
}

/** Movements of the last hours, which are under way when the demo begins. */
export function lastMoves(world: Planned): Move[] {
  const { anchor } = world
  const [hanoi, office] = [placeOf(world, '010000'), main(world)]
  const hours = (n: number) => new Date(anchor.getTime() - n * 60 * MINUTE_MS)
  return [
    { kind: 'REPLENISHMENT', from: hanoi, to: office, amount: 80_000_000, purpose: 'Tiếp quỹ trong ngày', at: hours(3), until: 'DISPATCHED' },
    { kind: 'REMITTANCE', from: office, to: hanoi, amount: 50_000_000, purpose: 'Nộp quỹ buổi chiều', at: hours(2), until: 'APPROVED' },
    { kind: 'REPLENISHMENT', from: hanoi, to: office, amount: 60_000_000, purpose: 'Tiếp quỹ chi trả ngày mai', at: hours(1.5), until: 'SUBMITTED' },
    { kind: 'BANK_DEPOSIT', from: office, to: office, amount: 35_000_000, purpose: 'Nộp ngân hàng cuối ngày', at: hours(1), until: 'DRAFT' },
  ]
}
