import type { OutputOf } from '#kernel/contract.ts'
import { makeDepositCode } from '#subsystems/cob/contract/deposit-codes.ts'
import type { Desk } from '../cash/desk.ts'
import type { CourierIds } from './counters.ts'
import type { HandIn } from './hand-ins.ts'

const MAKER = 'ketoan'
const BEFORE_MS = 10 * 60_000

/** What postmen were shown, by the key of what they pay with it. */
export type ShownCodes = ReadonlyMap<string, Pick<OutputOf<typeof makeDepositCode>, 'accountNumber' | 'memo'>>

/** The office shows postmen who pay by QR their codes of the day, some minutes before. */
export async function showCodes(desk: Desk, couriers: CourierIds, handIns: readonly HandIn[]): Promise<ShownCodes> {
  const shown = new Map<string, OutputOf<typeof makeDepositCode>>()
  for (const { key, way, courier, at } of handIns) {
    const courierId = couriers.get(courier.code)
    if (way !== 'QR' || courierId === undefined) continue
    desk.at(new Date(at.getTime() - BEFORE_MS))
    shown.set(key, await desk.call(MAKER, makeDepositCode, { courierId }))
  }
  return shown
}
