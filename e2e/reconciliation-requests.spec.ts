/** A handling request whose transactions come in a workbook, as people fill in the template. */
import { readFile } from 'node:fs/promises'
import * as XLSX from '@e965/xlsx'
import { ITEMS_MAX } from '#core/reconciliation/contract/requests.ts'
import { fill } from '#kernel/language.ts'
import { partnerRequests } from '#subsystems/par/contract/reconciliation.ts'
import { bankChannel } from './support/partner.ts'
import { chooseOption, expect, inFront, signIn, test, VI } from './support/portal.ts'
import { dialog, MAKER } from './support/reconciliation.ts'
import { words } from './support/words.ts'

/** The template with rows below its titles, as a spreadsheet program saves it. */
function filledIn(template: Buffer, rows: readonly (string | number)[][]): Buffer {
  const book = XLSX.read(template, { type: 'buffer' })
  XLSX.utils.sheet_add_aoa(book.Sheets[book.SheetNames[0] ?? ''] as XLSX.WorkSheet, [...rows], { origin: 'A2' })
  return XLSX.write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer
}

test('a request is made from a file: what cannot be read is named, and the corrected file brings the rest', VI, async ({ page, server }) => {
  const bank = await bankChannel(server.origin)
  const lost = [await bank.lost('430000'), await bank.lost('440000')]
  const [one, other] = lost.map(({ externalRef }) => externalRef) as [string, string]
  const { texts } = words.reconciliation
  const { requestKind, requestStatus } = words.requests.enums
  const { SUCCEEDED, FAILED } = words.breaks.enums.outcome
  const { requestFile } = words.requests.fields
  const place = dialog(page).getByRole('button', { name: texts.itemsFileDrop })
  const bring = (name: string, buffer: Buffer) =>
    dialog(page).getByLabel(texts.itemsFileDrop, { exact: true }).setInputFiles({ name, mimeType: 'application/octet-stream', buffer })
  const outcome = (n: number) =>
    dialog(page)
      .getByRole('row')
      .filter({ has: page.getByLabel(`${texts.outcomeWanted} ${n}`, { exact: true }) })
  let template = Buffer.alloc(0)

  await test.step('before the kind is selected no file is taken, and the place says so', async () => {
    await signIn(page, MAKER, 'PP_PAR', partnerRequests.routes.create)
    await expect(place).toContainText(texts.itemsFileKind)
    await expect(place).toBeDisabled()
    await chooseOption(page, words.requests.fields.request.kind, requestKind.OUTCOME)
    await expect(place).toBeEnabled()
  })

  await test.step('the template has a column for the outcome', async () => {
    const arriving = page.waitForEvent('download')
    await dialog(page).getByRole('button', { name: words.import.template }).press('Enter')
    template = await readFile(await (await arriving).path())
    const [titles] = XLSX.utils.sheet_to_json<string[]>(XLSX.read(template).Sheets['Dữ liệu'] as XLSX.WorkSheet, { header: 1 })
    expect(titles).toEqual(['STT', `${requestFile.code} *`, `${requestFile.outcome} (${SUCCEEDED}, ${FAILED})`])
  })

  await test.step('good rows are taken; the others are named with row, column and reason', async () => {
    await bring(
      'lan-1.xlsx',
      filledIn(template, [
        [1, one, SUCCEEDED],
        [2, other, 'chờ'],
        [3, one, FAILED],
      ]),
    )
    await expect(dialog(page).getByText(fill(texts.itemsFileAdded, { n: 1, name: 'lan-1.xlsx' }))).toBeVisible()
    const rejected = dialog(page).getByRole('region', { name: texts.itemsFileRows }).getByRole('row')
    await expect(rejected).toHaveCount(3)
    await expect(rejected.nth(1)).toContainText(`3${requestFile.outcome}`)
    await expect(rejected.nth(1)).toContainText('chờ')
    await expect(rejected.nth(2)).toContainText(`4${requestFile.code}`)
    await expect(outcome(1)).toContainText(lost[0]?.code ?? '')
    await expect(outcome(1)).toContainText(SUCCEEDED)
  })

  await test.step('a file that is read while another kind is selected brings nothing, and that is told', async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    const reading = `**${partnerRequests.readFile.path}`
    await page.route(reading, async (route) => {
      await held
      await route.continue()
    })
    await bring('lan-2.xlsx', filledIn(template, [[1, other, FAILED]]))
    await expect(place).toContainText(texts.itemsFileReading)
    await chooseOption(page, words.requests.fields.request.kind, requestKind.OTHER)
    release()
    await expect(dialog(page).getByText(fill(texts.itemsFileOtherKind, { name: 'lan-2.xlsx' }))).toBeVisible()
    await page.unroute(reading)
    await expect(dialog(page).getByText(fill(texts.itemsHint, { n: 1, most: ITEMS_MAX }))).toBeVisible()
    await chooseOption(page, words.requests.fields.request.kind, requestKind.OUTCOME)
  })

  await test.step('the corrected file adds what is new and replaces what differs, and what is wrong no more goes away', async () => {
    await bring(
      'lan-3.xlsx',
      filledIn(template, [
        [1, one, FAILED],
        [2, other, FAILED],
      ]),
    )
    await expect(dialog(page).getByText(fill(texts.itemsFileAdded, { n: 1, name: 'lan-3.xlsx' }))).toBeVisible()
    await expect(dialog(page).getByText(fill(texts.itemsFileChanged, { n: 1 }))).toBeVisible()
    await expect(dialog(page).getByRole('region', { name: texts.itemsFileRows })).toHaveCount(0)
    await expect(outcome(1)).toContainText(FAILED)
    await expect(outcome(2)).toContainText(lost[1]?.code ?? '')
    await expect(outcome(2)).toContainText(FAILED)
  })

  await test.step('the request has both', async () => {
    await dialog(page).getByLabel(words.requests.fields.request.reason, { exact: true }).fill('Theo danh sách của ngân hàng')
    await page.keyboard.press('Control+Enter')
    await expect(inFront(page).locator('.bt-detail-head')).toContainText(requestStatus.NEW)
    for (const { code } of lost) await expect(inFront(page).getByRole('row').filter({ hasText: code })).toBeVisible()
  })
})
