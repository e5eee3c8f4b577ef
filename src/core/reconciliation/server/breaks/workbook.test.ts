/** The round trip of a workbook: what goes out, what is compared when it comes back, what two people apply. */
import * as XLSX from '@e965/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OutputOf } from '#kernel/contract.ts'
import type { Language } from '#kernel/language.ts'
import { type BreakWorld, breakWorld } from '../../../../../test/breaks.ts'
import { sendUpload, sheetRows } from '../../../../../test/workbooks.ts'
import { breakErrors } from '../../contract/break-errors.ts'
import { letterOf, PLACE } from './workbook-sheet.ts'

let world: BreakWorld
let own: BreakWorld['desk']['breaks']
beforeAll(async () => {
  world = await breakWorld()
  own = world.desk.breaks
})
afterAll(() => world.it.close())

const amountBreak = (ours: number, theirs: number, more = {}) => ({ kind: 'AMOUNT' as const, ours: [{ amount: ours }], theirs: [{ amount: theirs }], ...more })

type Cells = Record<number, string | number | undefined>

/** The workbook of a session as somebody has filled it in: cells by their row in the sheet and column. */
async function filledIn(
  sessionId: string,
  changes: Record<number, Cells>,
  language: Language = 'vi',
  change?: (sheet: XLSX.WorkSheet) => void,
): Promise<Buffer> {
  const { status, content } = await world.download(own.workbook, { sessionId }, language)
  expect(status).toBe(200)
  const book = XLSX.read(content, { type: 'buffer', cellNF: true, cellStyles: true })
  const sheet = book.Sheets[book.SheetNames[0] ?? ''] as XLSX.WorkSheet
  for (const [row, cells] of Object.entries(changes))
    for (const [at, value] of Object.entries(cells)) sheet[`${letterOf(Number(at))}${row}`] = { t: typeof value === 'number' ? 'n' : 's', v: value }
  change?.(sheet)
  return XLSX.write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer
}

async function compare(sessionId: string, content: Buffer, language: Language = 'vi') {
  const headers = { ...(await world.it.headersOf('ketoan')), 'accept-language': language }
  return sendUpload<OutputOf<typeof own.compareWorkbook>>(world.it.app, own.compareWorkbook.path, { name: 'chenh-lech.xlsx', content }, headers, { sessionId })
}

const apply = (sessionId: string, uploadId: string) => world.call(own.applyWorkbook, { sessionId, uploadId, reason: 'Theo biên bản đối chiếu tháng' })
const written = { [PLACE.resolution]: 'Xoá bỏ chênh lệch', [PLACE.reason]: 'Lệch làm tròn', [PLACE.note]: 'Biên bản 12' }

test('200 breaks go out and come back: applied as a whole by two people, with a result for each', { timeout: 300_000 }, async () => {
  const { id, breaks } = await world.session(Array.from({ length: 200 }, (_none, at) => amountBreak(1_000 + at, 900, { reference: `=REF+${at}` })))
  const content = await filledIn(
    id,
    Object.fromEntries(Array.from({ length: 199 }, (_none, at) => [at + 2, { ...written, ...(at % 2 ? { [PLACE.resolution]: 'Chuyển kỳ sau' } : {}) }])),
  )
  const { status, data } = await compare(id, content)
  expect([status, data?.apply, data?.unchanged, data?.stale, data?.invalid]).toEqual([200, 199, 1, 0, 0])
  const uploadId = data?.uploadId ?? ''
  const before = await world.db.selectFrom('reconciliation.break').select('id').where('session_id', '=', id).where('status', '<>', 'OPEN').execute()
  expect(before).toEqual([])
  const applied = await apply(id, uploadId)
  expect(applied.status).toBe(200)
  // It waits as a whole; nobody resolves its breaks meanwhile.
  expect((await world.it.list(own.list, { filter: { sessionId: id, status: ['PROPOSED'] } }, { as: 'ketoan' })).data).toMatchObject({ totalRecord: 199 })
  expect((await world.it.list(own.list, { filter: { sessionId: id, status: ['PROPOSED'] } }, { as: 'ketoan' })).data?.result[0]?.pendingRequestId).toBe(
    applied.data?.requestId,
  )
  expect((await world.decide(applied.data?.requestId ?? '')).status).toBe(200)
  const resolved = await world.db
    .selectFrom('reconciliation.break')
    .select(['resolution', 'note', 'resolved_by'])
    .where('session_id', '=', id)
    .where('status', '=', 'RESOLVED')
    .execute()
  expect(resolved).toHaveLength(199)
  expect(resolved.filter(({ resolution }) => resolution === 'CARRY')).toHaveLength(99)
  expect(resolved[0]).toEqual({ resolution: 'WRITE_OFF', note: 'Biên bản 12', resolved_by: 'kiemsoat' })
  expect(await world.sessionNow(id)).toMatchObject({ breaks: 200, breaks_open: 1, waiting_ours: 99, broken_ours: 101 })
  expect(await world.breakNow(breaks[199] as string)).toMatchObject({ status: 'OPEN' })
  const result = sheetRows((await world.download(own.workbookResult, { sessionId: id, uploadId })).content)
  expect(result).toHaveLength(201)
  expect(result[1]).toEqual(['2', breaks[0], '=REF+0', '100.00', 'Xoá bỏ chênh lệch', 'Lệch làm tròn', 'Biên bản 12', 'Áp dụng', 'Đã xử lý', ''])
  expect(result[200]?.slice(7, 9)).toEqual(['Không đổi', ''])
  // Once is enough.
  expect(await apply(id, uploadId)).toMatchObject({ status: 409, code: breakErrors.bookGone.code })
})

test('only resolution, reason and note are open in it, and the resolutions are offered as a list', async () => {
  const { id } = await world.session([amountBreak(5, 4, { reference: '=1+1' })])
  const { content } = await world.download(own.workbook, { sessionId: id }, 'en')
  const book = XLSX.read(content, { type: 'buffer', bookFiles: true }) as XLSX.WorkBook & { files: Record<string, { content: Uint8Array }> }
  const sheet = Buffer.from(book.files['xl/worksheets/sheet1.xml']?.content ?? []).toString('utf8')
  expect(sheet).toContain('<sheetProtection sheet="1"')
  expect(sheet).toContain('<dataValidation type="list" allowBlank="1" showErrorMessage="1" sqref="M2:M2"><formula1>"Match the lines,Write off,')
  expect(sheet.match(/<c s="16"\/>/g)).toHaveLength(3)
  // No cell is a formula, whatever a reference begins with.
  expect(sheet).not.toContain('<f>')
  expect(sheetRows(content)[0]?.slice(3, 5)).toEqual(['Kind of break', 'Reference'])
})

test('each row that cannot be applied says why, and changes nothing', async () => {
  const other = await world.session([amountBreak(9, 8, { reference: 'KHAC' })])
  const { id, breaks } = await world.session(Array.from({ length: 12 }, (_none, at) => amountBreak(1_000 + at, 900, { reference: `R${at}` })))
  const stranger = XLSX.read((await world.download(own.workbook, { sessionId: other.id })).content, { type: 'buffer' })
  const foreign = stranger.Sheets[stranger.SheetNames[0] ?? ''] as XLSX.WorkSheet
  const content = await filledIn(
    id,
    {
      2: { ...written, 4: 'R0 sửa' },
      3: { ...written, 7: 5_000 },
      4: { ...written, [PLACE.resolution]: 'Bỏ qua' },
      5: { ...written, [PLACE.reason]: '' },
      6: { ...written, [PLACE.version]: '7' },
      7: { ...written, [PLACE.reason]: 'x'.repeat(501) },
      8: { [PLACE.reason]: 'Quên chọn' },
      9: { ...written, [PLACE.resolution]: 'Ghi nhận kết quả' },
      10: written,
      11: written,
      13: written,
    },
    'vi',
    (sheet) => {
      // Row 12 becomes a second copy of row 11, row 13 one of another session.
      for (const at of [PLACE.id, PLACE.version, PLACE.mark]) {
        sheet[`${letterOf(at)}12`] = sheet[`${letterOf(at)}11`]
        sheet[`${letterOf(at)}13`] = foreign[`${letterOf(at)}2`]
      }
      sheet.N10 = { t: 'e', v: 7 }
    },
  )
  await world.db
    .updateTable('reconciliation.break')
    .set({ note: 'sửa', version: 1 })
    .where('id', '=', breaks[9] as string)
    .execute()
  const { data } = await compare(id, content)
  const problems = Object.fromEntries((data?.rows ?? []).map(({ row, outcome, problem }) => [row, [outcome, problem]]))
  expect(problems).toEqual({
    2: ['INVALID', 'Ô bị khoá đã bị sửa: cột E “Tham chiếu” ghi “R0 sửa”, hệ thống ghi “R0”'],
    3: ['INVALID', 'Ô bị khoá đã bị sửa: cột H “Tiền của ta” ghi “5000”, hệ thống ghi “1001.00”'],
    4: ['INVALID', 'Cột M “Cách xử lý”: không có cách xử lý “Bỏ qua”'],
    5: ['INVALID', 'Cột N “Lý do”: cần ghi lý do'],
    6: ['INVALID', breakErrors.rowMark.vi],
    7: ['INVALID', 'Cột N “Lý do”: dài quá 500 ký tự'],
    8: ['INVALID', 'Cột M “Cách xử lý”: không có cách xử lý “(trống)”'],
    9: ['INVALID', 'Cách xử lý “Ghi nhận kết quả” cần nhập thêm thông tin, hãy xử lý chênh lệch này trên màn hình'],
    10: ['INVALID', 'Cột N “Lý do”: ô là công thức lỗi hoặc không phải chữ'],
    11: ['STALE', breakErrors.rowStale.vi],
    12: ['INVALID', 'Chênh lệch này đã có ở dòng 11'],
    13: ['INVALID', expect.stringContaining('Dòng này của phiên đối soát ')],
  })
  expect([data?.apply, data?.stale, data?.invalid]).toEqual([0, 1, 11])
  expect(await apply(id, data?.uploadId ?? '')).toMatchObject({ status: 422, code: breakErrors.bookNothing.code })
  expect(await world.sessionNow(id)).toMatchObject({ breaks_open: 12 })
})

test('a file of something else is refused as a whole, with the column that gives it away', async () => {
  const { id } = await world.session([amountBreak(5, 4)])
  const book = XLSX.utils.book_new()
  XLSX.utils.book_append_sheet(
    book,
    XLSX.utils.aoa_to_sheet([
      ['Mã chênh lệch', 'Ngày'],
      ['1', '2'],
    ]),
    'A',
  )
  const refused = await compare(id, XLSX.write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer)
  expect(refused).toMatchObject({ status: 422, code: breakErrors.bookForeign.code, message: expect.stringContaining('cột B phải là “Phiên bản”') })
  expect(await compare(id, Buffer.from('không phải bảng tính'))).toMatchObject({ data: null })
})

test('what has changed since the comparison is left out, and a row refused at the approval leaves the others as they are', async () => {
  const { id, breaks } = await world.session([amountBreak(20_000, 10_000), amountBreak(30_000, 10_000), amountBreak(7, 6)])
  const { data } = await compare(id, await filledIn(id, { 2: written, 3: written, 4: written }))
  expect(data?.apply).toBe(3)
  await world.db
    .updateTable('reconciliation.break')
    .set({ note: 'sửa', version: 1 })
    .where('id', '=', breaks[2] as string)
    .execute()
  const { data: applied } = await apply(id, data?.uploadId ?? '')
  await world.it.runtime.database.owner.query(`
    insert into limits.role_limit (role_id, kind, amount, updated_by)
    select h.role_id, 'WRITE_OFF', (select 15000 + coalesce(sum(amount), 0) from limits.used x where x.kind = 'WRITE_OFF'), 'admin'
      from iam.held_role h join iam.user_account u on u.id = h.user_id where u.account = 'kiemsoat' on conflict do nothing`)
  expect((await world.decide(applied?.requestId ?? '')).status).toBe(200)
  expect(await world.breakNow(breaks[0] as string)).toMatchObject({ status: 'RESOLVED' })
  expect(await world.breakNow(breaks[1] as string)).toMatchObject({ status: 'OPEN', resolution: null })
  const rows = sheetRows((await world.download(own.workbookResult, { sessionId: id, uploadId: data?.uploadId ?? '' })).content)
  expect(rows.slice(1).map((row) => row.slice(7))).toEqual([
    ['Áp dụng', 'Đã xử lý', ''],
    ['Áp dụng', 'Bị từ chối', expect.stringContaining('Vượt hạn mức')],
    ['Đã cũ', '', breakErrors.rowStale.vi],
  ])
  await world.it.runtime.database.owner.query("delete from limits.role_limit where kind = 'WRITE_OFF'")
})

test('rejected, all of its breaks are open again', async () => {
  const { id, breaks } = await world.session([amountBreak(20, 10), amountBreak(30, 10)])
  const { data } = await compare(id, await filledIn(id, { 2: { ...written, [PLACE.resolution]: 'match the lines' }, 3: written }, 'en'), 'en')
  expect(data?.apply).toBe(2)
  const { data: applied } = await apply(id, data?.uploadId ?? '')
  expect(await world.breakNow(breaks[0] as string)).toMatchObject({ status: 'PROPOSED', resolution: 'MATCH' })
  await world.decide(applied?.requestId ?? '', 'REJECT')
  expect(await world.breakNow(breaks[0] as string)).toMatchObject({ status: 'OPEN', resolution: null })
})
