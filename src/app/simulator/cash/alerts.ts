import { acknowledgeAlert } from '#core/controls/contract/alerts.ts'
import type { Desk } from './desk.ts'

/** Runs the control rules at the time of the desk, as the clock does. */
export const runRules = (desk: Desk): Promise<void> => desk.run('controls.run-rules')

/** Rules whose alerts somebody has taken up, each with the word. */
const TAKEN_UP: Readonly<Record<string, string>> = {
  CASH_IN_TRANSIT: 'Đã gọi người áp tải: xe hỏng dọc đường, dự kiến giao trong ngày',
  LARGE_MANUAL_JOURNALS: 'Đã kiểm tra chứng từ của bút toán nhận vốn',
}

/** The accountant acknowledges some of what is open. */
export async function takeUpAlerts(desk: Desk): Promise<void> {
  const open = await desk.runtime.db
    .selectFrom('controls.alert')
    .select(['id', 'version', 'rule'])
    .where('status', '=', 'OPEN')
    .where('rule', 'in', Object.keys(TAKEN_UP))
    .execute()
  for (const { id, version, rule } of open) await desk.call('ketoan', acknowledgeAlert, { id, version, note: TAKEN_UP[rule] ?? '' })
}
