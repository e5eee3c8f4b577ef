import type { Page } from '@playwright/test'
import { paths as cob } from '#subsystems/cob/web/paths.ts'
import { approve } from './support/books.ts'
import { codChannel, confirm, dialog, press, rowAction } from './support/cod.ts'
import { chooseOption, EN, expect, inFront, rows, signIn, test, VI } from './support/portal.ts'
import { idOfUnit } from './support/server.ts'
import { pattern, words } from './support/words.ts'

const OFFICE = '010102'
const [ACCOUNTANT, CHECKER] = ['ketoan', 'kiemsoat']
const today = () => new Date(Date.now() + 7 * 3_600_000).toISOString().slice(0, 10)
const of = (path: string, filter: Record<string, string>) => `${path}?${new URLSearchParams(filter)}`
const section = (page: Page, title: string) =>
  inFront(page)
    .locator('.bt-section')
    .filter({ has: page.getByRole('heading', { name: title, exact: true }) })

test('what an office owes leads to its postmen, to their items and to where the money of one is', EN, async ({ page, server }) => {
  const { reports, items } = words.cod
  const cod = await codChannel(server.origin)
  const postman = await cod.postman(OFFICE)
  const [code = ''] = await cod.delivered(postman, OFFICE, [{ cod: '345678' }, { cod: '200000' }])
  const unitId = await idOfUnit(OFFICE)

  await test.step('the office stands in the report with what its postmen hold', async () => {
    await signIn(page, ACCOUNTANT, 'PP_COB', of(cob.debtReport, { unitId, from: today(), to: today() }))
    await expect(rows(page)).toHaveCount(1)
  })

  await test.step('by postman: one line each', async () => {
    await chooseOption(page, reports.fields.debt.groupBy, reports.enums.part.COURIER)
    await inFront(page).getByRole('button', { name: words.list.search }).click()
    await expect(page).toHaveURL(/groupBy=COURIER/)
    const line = rows(page).filter({ hasText: postman.code })
    await expect(line).toContainText('545,678')
    await line.getByRole('link', { name: '545,678' }).last().click()
  })

  await test.step('a figure leads to the items that it is made of', async () => {
    await expect(page).toHaveURL(new RegExp(`${cob.detailReport}\\?`))
    await expect(rows(page)).toHaveCount(2)
    await rows(page).getByRole('link', { name: code }).click()
  })

  await test.step('the item says who holds its money', async () => {
    await expect(rows(page)).toHaveCount(1)
    await rows(page).getByRole('link', { name: code }).click()
    await expect(page).toHaveURL(/chi_tiet\/\d+/)
    await expect(section(page, items.texts.groupPositions)).toContainText(postman.name)
    await expect(section(page, words.trace.texts.way)).toContainText(`11311.COD.${postman.code}`)
  })

  await test.step('its money is traced to the account of the postman', async () => {
    await inFront(page)
      .getByRole('link', { name: pattern(words.trace.texts.trace) })
      .first()
      .click()
    await expect(section(page, words.trace.texts.way).locator('tbody tr').first()).toContainText(`11311.COD.${postman.code}`)
    await expect(section(page, words.trace.texts.now)).toContainText('345,678')
  })
})

test('a wrong amount is found, taken, worked on as an incident to its end, and marked as seen', VI, async ({ page, server }) => {
  const { watch } = words.cod
  const { incident } = words.incidents.fields
  const cod = await codChannel(server.origin)
  const postman = await cod.postman(OFFICE)
  const [code = ''] = await cod.delivered(postman, OFFICE, [{ cod: '400000', paid: '380000' }])
  const mine = () => rows(page).filter({ hasText: code })
  const isNow = (state: keyof typeof words.incidents.enums.status) =>
    expect(inFront(page).locator('.bt-detail-head')).toContainText(words.incidents.enums.status[state])
  const step = (name: string) => inFront(page).locator('.bt-detail').getByRole('button', { name, exact: true }).click()
  let address = ''

  await test.step('it comes into the list once somebody has it looked for, with the reason in words', async () => {
    await signIn(page, ACCOUNTANT, 'PP_COB', of(cob.watch, { text: code }))
    await press(page, watch.actions.run)
    await confirm(page)
    await inFront(page)
      .getByRole('button', { name: pattern(words.list.newRows, { count: 1 }) })
      .click()
    await expect(mine()).toHaveCount(1)
    await expect(mine()).toContainText(watch.enums.rule.WRONG_AMOUNT)
    await expect(mine()).toContainText('Đã thu 380.000 đồng, tiền COD là 400.000 đồng')
    await rowAction(page, code, watch.actions.take)
    await confirm(page)
    await mine().getByRole('button', { name: code }).click()
    await expect(dialog(page)).toContainText('Đã thu 380.000 đồng')
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
  })

  await test.step('an incident of it is opened with its code filled in', async () => {
    await rowAction(page, code, watch.actions.incident)
    await expect(dialog(page).getByLabel(incident.subjectCode, { exact: true })).toHaveValue(code)
    await chooseOption(page, incident.categoryId, 'Thu sai số tiền COD')
    await dialog(page).getByLabel(incident.description, { exact: true }).fill('Bưu tá thu thiếu 20.000 đồng')
    await dialog(page)
      .locator('input[type=file]')
      .setInputFiles({ name: 'biên bản.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n%%EOF') })
    await expect(dialog(page).getByRole('list', { name: words.files.list }).getByRole('listitem')).toHaveCount(1)
    await confirm(page)
    await isNow('NEW')
    await expect(inFront(page).locator('.bt-detail')).toContainText(code)
    address = page.url().slice(new URL(page.url()).origin.length)
  })

  await test.step('it is worked on, and another person agrees on what comes of it', async () => {
    await step(words.incidents.actions.start)
    await confirm(page)
    await isNow('IN_PROGRESS')
    await step(words.incidents.actions.propose)
    await chooseOption(page, incident.action, 'Không phát sinh tiền')
    await chooseOption(page, incident.cause, words.incidents.enums.cause.OURS)
    await dialog(page).getByLabel(incident.resolution, { exact: true }).fill('Người gửi đồng ý giảm 20.000 đồng')
    await confirm(page)
    await isNow('PROPOSED')
    await signIn(page, CHECKER, 'PP_COB', address)
    await approve(page)
    await isNow('APPROVED')
  })

  await test.step('the answer is given and it is closed', async () => {
    await signIn(page, ACCOUNTANT, 'PP_COB', address)
    await step(words.incidents.actions.resolve)
    await confirm(page)
    await isNow('RESOLVED')
    await step(words.incidents.actions.close)
    await confirm(page)
    await isNow('CLOSED')
  })

  await test.step('the row is marked as seen, and knows the incident', async () => {
    await page.goto(of(cob.watch, { text: code }))
    await rowAction(page, code, watch.actions.see)
    await confirm(page)
    await expect(mine()).toContainText(watch.enums.status.SEEN)
    await mine().getByRole('button', { name: code }).click()
    await expect(dialog(page)).toContainText(words.incidents.enums.status.CLOSED)
  })
})
