import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fold } from '#kernel/text.ts'
import { type TestDatabase, testDatabase } from '../../../../test/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database?.drop())

const letters = 'aàảãáạăằẳẵắặâầẩẫấậbcdđeèẻẽéẹêềểễếệghiìỉĩíịklmnoòỏõóọôồổỗốộơờởỡớợpqrstuùủũúụưừửữứựvxyỳỷỹýỵ'
const anyLetter = fc.constantFrom(...letters, ...letters.toUpperCase(), ...'0123456789 .,-/_ÖÅÑçøß', '\u0301', '\u0323')

test('platform.fold gives what fold() of the kernel gives, composed or decomposed', async () => {
  const samples = fc.sample(fc.array(anyLetter, { maxLength: 40 }), 500).flatMap((chars) => [chars.join('').normalize('NFC'), chars.join('').normalize('NFD')])
  const { rows } = await database.pool.query<{ text: string; folded: string }>('SELECT text, platform.fold(text) AS folded FROM unnest($1::text[]) AS text', [
    samples,
  ])
  expect(rows).toHaveLength(1000)
  for (const { text, folded } of rows) expect(folded).toBe(fold(text))
})

test('a Vietnamese name folds to plain letters', async () => {
  const { rows } = await database.pool.query<{ folded: string }>("SELECT platform.fold('Đặng Thị Ánh — Bưu cục Ngã Tư Sở') AS folded")
  expect(rows[0]?.folded).toBe('dang thi anh — buu cuc nga tu so')
})
