import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { importErrors } from '#kernel/import-errors.ts'
import { fill } from '#kernel/language.ts'
import { type Aoa, sheetRows, workbook } from '../test/workbooks.ts'
import { inspect } from './support/looks.ts'
import { chooseOption, EN, expect, inFront, signIn, test, VI } from './support/portal.ts'
import { language, words } from './support/words.ts'

const AREAS = '/category/administrative-area'
const IMPORT = `${AREAS}/import-file`

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

async function download(page: Page, button: string): Promise<Buffer> {
  const [file] = await Promise.all([page.waitForEvent('download'), inFront(page).getByRole('button', { name: button }).click()])
  return readFileSync(await file.path())
}

/** Chooses a file as a person does, without the dialog of the system. */
async function choose(page: Page, name: string, content: Buffer): Promise<void> {
  await inFront(page).locator('input[type=file]').setInputFiles({ name, mimeType: xlsx, buffer: content })
}

/** A commune's code that nobody has: what is imported stays. */
const freshCode = () => String(90_000 + Math.floor(Math.random() * 9_000))

const heading = (page: Page, name: string) => inFront(page).getByText(name, { exact: true })
const status = (page: Page, name: string) => expect(inFront(page).locator('.bt-import-head .bt-tag')).toHaveText(name)

test('areas come in from a file: template, preview, the good rows, the result file', VI, async ({ page, quiet }) => {
  await signIn(page, 'admin', 'PP_SYS')
  await page.goto(AREAS)
  await inFront(page).getByRole('button', { name: words.shared.actions.importFile }).click()
  await expect(page).toHaveURL(new RegExp(`${IMPORT}\\?_import=new$`))
  const titles = sheetRows(await download(page, words.import.template))[0] ?? []
  expect(titles[1]).toBe(`${words.masterdata.fields.areaImport.code} *`)
  const code = freshCode()
  const long = 'Sai loại và tên rất dài '.repeat(4).trim()
  const rows: Aoa = [
    titles,
    [1, code, words.masterdata.enums.areaKind.COMMUNE, 'Xã Suối Thử', '01', '01/01/2030', null, null],
    [2, '99102', words.masterdata.enums.areaKind.WARD, 'Không có tỉnh', '77', '01/01/2030', null, null],
    [3, '99103', 'Làng', long, '01', '01/01/2030', null, null],
  ]

  await test.step('what is no spreadsheet is refused in the words of the product', async () => {
    await choose(page, 'ghi chú.csv', Buffer.from('a,b'))
    await expect(page.getByText(words.rules.importFile, { exact: true })).toBeVisible()
    quiet.expects(415)
    await choose(page, 'trang.xlsx', Buffer.from('<html></html>'))
    await expect(inFront(page).getByRole('alert')).toContainText(words.rules.importFile)
    await choose(page, 'cũ.xlsx', workbook(rows, 'xls'))
    await expect(inFront(page).getByRole('alert')).toContainText(fill(importErrors.otherFormat[language], { ending: 'xlsx', format: 'xls' }))
  })

  await test.step('every bad row says why, and nothing is kept', async () => {
    await choose(page, 'đơn vị mới.xlsx', workbook(rows))
    await status(page, words.import.status.READY)
    await expect(inFront(page).getByText(fill(words.import.showBad, { count: 2 }))).toBeVisible()
    await expect(inFront(page).getByText('Đơn vị cấp trên 77 không có hiệu lực')).toBeVisible()
    const cell = inFront(page).locator('.bt-import-rows td').filter({ hasText: 'Sai loại và tên' })
    await expect(cell).toHaveAttribute('title', long)
    expect((await cell.boundingBox())?.width, 'a long cell is cut').toBeLessThan(320)
    await expect(inFront(page).getByText(words.rules.choice)).toBeVisible()
    await inspect(page, 'import-preview', { language, theme: 'light' })
  })

  await test.step('the person may leave and come back', async () => {
    await page.reload()
    await status(page, words.import.status.READY)
    await inFront(page)
      .getByText(fill(words.import.showAll, { count: 3 }))
      .click()
    await expect(heading(page, 'Xã Suối Thử')).toBeVisible()
  })

  await test.step('the good rows are imported when asked for', async () => {
    await inFront(page)
      .getByRole('button', { name: fill(words.import.goodOnly, { count: 1 }) })
      .click()
    await expect(page.getByRole('dialog')).toContainText(fill(words.import.goodText, { good: 1, bad: 2 }))
    await page
      .getByRole('dialog')
      .getByRole('button', { name: fill(words.import.goodOnly, { count: 1 }) })
      .click()
    await status(page, words.import.status.DONE)
    const result = sheetRows(await download(page, words.import.result))
    expect(result.map((row) => row.slice(-2))).toEqual([
      [words.shared.fields.status, words.import.reason],
      [words.import.status.DONE, ''],
      ['Không nhập', 'Mã đơn vị cấp trên: Đơn vị cấp trên 77 không có hiệu lực trong toàn bộ khoảng thời gian này'],
      ['Không nhập', 'Loại đơn vị: Giá trị không nằm trong danh mục cho phép'],
    ])
    await page.goto(`${AREAS}?text=${code}&asOf=2030-01-01`)
    await expect(inFront(page).getByText('Xã Suối Thử')).toBeVisible()
  })

  await test.step('the button of the list begins another one, and the last one is found again', async () => {
    await inFront(page).getByRole('button', { name: words.shared.actions.importFile }).click()
    await expect(inFront(page).getByText(words.import.drop)).toBeVisible()
    await inFront(page).getByRole('button', { name: 'đơn vị mới.xlsx' }).first().click()
    await status(page, words.import.status.DONE)
  })
})

test('columns with other titles are chosen by hand', EN, async ({ page }) => {
  await signIn(page, 'admin', 'PP_SYS')
  await page.goto(IMPORT)
  await choose(
    page,
    'other titles.xls',
    workbook(
      [
        [
          'Col 1',
          words.masterdata.fields.areaImport.kind,
          'Col 3',
          words.masterdata.fields.areaImport.parentCode,
          words.masterdata.fields.areaImport.validFrom,
        ],
        ['99201', words.masterdata.enums.areaKind.COMMUNE, 'Xã Theo Tay', '01', '01/01/2030'],
      ],
      'xls',
    ),
  )
  await status(page, words.import.status.MAPPING)
  await expect(
    inFront(page).getByText(fill(words.import.missing, { fields: `${words.masterdata.fields.areaImport.code}, ${words.masterdata.fields.areaImport.name}` })),
  ).toBeVisible()
  await chooseOption(page, words.masterdata.fields.areaImport.code, 'A · Col 1')
  await chooseOption(page, words.masterdata.fields.areaImport.name, 'C · Col 3')
  await inFront(page).getByRole('button', { name: words.import.check }).click()
  await status(page, words.import.status.READY)
  await inFront(page).getByRole('button', { name: words.import.cancel }).click()
  await expect(inFront(page).getByText('other titles.xls')).toBeVisible()
})
