import { defineParameter } from '#core/masterdata/contract/parameters/parameter-types.ts'
import type { Text } from '#kernel/language.ts'

const count = (name: string, initial: number, maximum: number, text: Text) =>
  defineParameter({ key: `cob.watch-${name}`, type: 'INTEGER', initial: String(initial), minimum: '1', maximum: String(maximum), text })

export const uncollectedHours = count('uncollected-hours', 24, 720, {
  vi: 'Số giờ sau khi phát mà chưa báo thu tiền COD thì phải theo dõi',
  en: 'Hours after a delivery without a collection until a COD item is watched',
})

export const undeliveredHours = count('undelivered-hours', 24, 720, {
  vi: 'Số giờ sau khi thu tiền COD mà chưa báo phát thì phải theo dõi',
  en: 'Hours after a collection without a delivery until a COD item is watched',
})

export const shortageTimes = count('shortage-times', 3, 100, {
  vi: 'Số lần bưu tá nộp thiếu COD thì phải theo dõi',
  en: 'Short COD hand-ins of a postman until he is watched',
})

export const shortageDays = count('shortage-days', 30, 365, {
  vi: 'Số ngày gần nhất đếm các lần bưu tá nộp thiếu COD',
  en: 'Last days in which short COD hand-ins of a postman are counted',
})

/** What has happened does not go away: an incident ends the watching, or this does. */
export const lastingDays = count('lasting-days', 90, 730, {
  vi: 'Số ngày theo dõi sai lệch COD đã xảy ra (thu sai, thu hai lần, đổi tiền, phát rồi chuyển hoàn)',
  en: 'Days for which COD mismatches that have happened are watched (wrong or double collections, changed amounts, deliveries returned)',
})

export const snoozeDays = count('snooze-days', 30, 365, {
  vi: 'Số ngày nhiều nhất được tạm ẩn một giao dịch COD cần theo dõi',
  en: 'Days for which a COD transaction to watch may be put off at most',
})

export const watchParameters = [uncollectedHours, undeliveredHours, shortageTimes, shortageDays, lastingDays, snoozeDays] as const
