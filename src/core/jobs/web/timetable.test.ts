import { expect, it } from 'vitest'
import { fill } from '#kernel/language.ts'
import { en } from '../labels/en.ts'
import { vi } from '../labels/vi.ts'
import { timetable } from './timetable.ts'

const inWords = (words: typeof vi, cron: string) => timetable({ text: (key, params) => fill(words.texts[key as keyof typeof vi.texts], params) }, cron)

it.each([
  ['*/5 * * * *', 'Mỗi 5 phút', 'Every 5 minutes'],
  ['7 * * * *', 'Mỗi giờ, vào phút 7', 'Every hour, at minute 7'],
  ['5 2 * * *', 'Hằng ngày lúc 02:05', 'Every day at 02:05'],
  ['0 2 * * 1', '0 2 * * 1', '0 2 * * 1'],
  ['*/5 2 * * *', '*/5 2 * * *', '*/5 2 * * *'],
])('the timetable %s in words', (cron, vietnamese, english) => {
  expect(inWords(vi, cron)).toBe(vietnamese)
  expect(inWords(en, cron)).toBe(english)
})
