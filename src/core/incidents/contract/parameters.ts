import { defineParameter } from '#core/masterdata/contract/parameters/parameter-types.ts'
import type { Text } from '#kernel/language.ts'
import type { Priority } from './incident.ts'

const hour = (name: string, initial: string, text: Text) =>
  defineParameter({ key: `incidents.work-${name}`, type: 'DECIMAL', initial, minimum: '0', maximum: '24', text })

/** Hours of a working day, as decimals: 8.5 is half past eight. */
export const workFrom = hour('from', '8', { vi: 'Giờ bắt đầu làm việc (8.5 là 8 giờ 30)', en: 'Working day begins at (8.5 is 8:30)' })
export const lunchFrom = hour('lunch-from', '12', { vi: 'Giờ bắt đầu nghỉ trưa', en: 'Lunch begins at' })
export const lunchTo = hour('lunch-to', '13', { vi: 'Giờ hết nghỉ trưa', en: 'Lunch ends at' })
export const workTo = hour('to', '17', { vi: 'Giờ kết thúc làm việc', en: 'Working day ends at' })

const hours = (key: string, initial: number, text: Text) =>
  defineParameter({ key: `incidents.${key}`, type: 'INTEGER', initial: String(initial), minimum: '1', maximum: '240', text })

const NAMES: Record<Priority, Text> = {
  URGENT: { vi: 'khẩn cấp', en: 'urgent' },
  HIGH: { vi: 'cao', en: 'high' },
  NORMAL: { vi: 'thường', en: 'normal' },
  LOW: { vi: 'thấp', en: 'low' },
}

const byPriority = (key: string, text: Text, initial: Record<Priority, number>) => {
  const one = (priority: Priority) =>
    hours(`${key}-${priority.toLowerCase()}`, initial[priority], {
      vi: `Sự vụ mức ${NAMES[priority].vi}: ${text.vi}`,
      en: `Incidents of ${NAMES[priority].en} priority: ${text.en}`,
    })
  return { URGENT: one('URGENT'), HIGH: one('HIGH'), NORMAL: one('NORMAL'), LOW: one('LOW') }
}

/** Working hours until who reported it has heard from us, and until it is resolved. Never more than the 30 working days that complaints may take. */
export const responseHours = byPriority(
  'response-hours',
  { vi: 'số giờ làm việc phải phản hồi lần đầu', en: 'working hours until the first answer' },
  { URGENT: 1, HIGH: 2, NORMAL: 4, LOW: 8 },
)
export const resolutionHours = byPriority(
  'resolution-hours',
  { vi: 'số giờ làm việc phải xử lý xong', en: 'working hours until it is resolved' },
  { URGENT: 4, HIGH: 8, NORMAL: 24, LOW: 80 },
)

/** Four working days: what a bank has to answer an inquiry. */
export const partnerHours = hours('partner-hours', 32, {
  vi: 'Số giờ làm việc đối tác phải trả lời tra soát',
  en: 'Working hours until a partner answers an inquiry',
})

export const reopenDays = defineParameter({
  key: 'incidents.reopen-days',
  type: 'INTEGER',
  initial: '15',
  minimum: '1',
  maximum: '365',
  text: { vi: 'Số ngày được mở lại sự vụ đã kết thúc', en: 'Days for which an incident that has ended may be reopened' },
})

/** Complaints have to be taken for 60 days at least. */
export const acceptDays = defineParameter({
  key: 'incidents.accept-days',
  type: 'INTEGER',
  initial: '60',
  minimum: '60',
  maximum: '3650',
  critical: true,
  text: { vi: 'Số ngày sau giao dịch còn tiếp nhận khiếu nại của khách hàng', en: 'Days after a transaction for which complaints of customers are taken' },
})

export const incidentParameters = [
  workFrom,
  lunchFrom,
  lunchTo,
  workTo,
  ...Object.values(responseHours),
  ...Object.values(resolutionHours),
  partnerHours,
  reopenDays,
  acceptDays,
] as const
