import { readFileSync } from 'node:fs'
import { read, utils } from '@e965/xlsx'
import type { Download, Page } from '@playwright/test'
import { fill, LOCALES } from '#kernel/language.ts'
import { missing } from './support/forms.ts'
import { chooseOption, EN, expect, inFront, rows, signIn, test, totalRows, VI } from './support/portal.ts'
import { language, words } from './support/words.ts'

const REPORT = '/pp-qr/baocaothongke/baocaochitietngay'
const groups = (page: Page) => inFront(page).locator('tr.bt-report-group')

async function bytesOf(download: Download): Promise<Buffer> {
  return readFileSync(await download.path())
}

async function openReport(page: Page, query = ''): Promise<void> {
  await page.goto(REPORT + query)
  await expect(rows(page).first()).toBeVisible()
}

test('a report from its filters over table and chart down to the transactions', VI, async ({ page }) => {
  const scripts: string[] = []
  page.on('response', (response) => scripts.push(new URL(response.url()).pathname))
  await signIn(page, 'ketoan')

  await test.step('opens with the last seven days, grouped by day and province, without a chart when none is wanted', async () => {
    await openReport(page, '?_chart=0')
    await expect(groups(page).first()).toContainText(new RegExp(`${words.qr.fields.dailyReport.businessDate} \\d\\d/\\d\\d/\\d{4}`))
    await expect(inFront(page).locator('tfoot')).toContainText(words.list.sums)
    await expect(inFront(page).getByText(/^Thực nhận: .+ đồng$/)).toBeVisible()
    expect(scripts.filter((path) => /canvas/i.test(path))).toEqual([])
  })

  await test.step('shows the chart, which comes only now', async () => {
    await inFront(page).getByRole('button', { name: words.report.chart, exact: true }).click()
    await expect(inFront(page).locator('.bt-chart svg')).toBeVisible()
    expect(scripts.filter((path) => /canvas/i.test(path)).length).toBeGreaterThan(0)
    await expect(inFront(page).getByRole('table', { name: fill(words.report.chartOf, { name: words.qr.screens.dailyReport }) })).toBeAttached()
  })

  await test.step('filters, and the address says so', async () => {
    await inFront(page).getByRole('button', { name: words.list.expand }).click()
    await chooseOption(page, words.qr.fields.transaction.channel, words.payments.enums.channel.WALLET)
    await inFront(page).getByRole('button', { name: words.list.search }).click()
    await expect(page).toHaveURL(/channel=WALLET/)
    await page.reload()
    await expect(rows(page).first()).toBeVisible()
    await expect(page).toHaveURL(/channel=WALLET/)
  })

  await test.step('leads to the transactions behind a figure', async () => {
    const link = groups(page).first().getByRole('link').first()
    const count = Number((await link.textContent())?.replace(/\D/g, ''))
    await link.click()
    await expect(page).toHaveURL(/danhsachgiaodich\?.*channel=WALLET/)
    await expect(rows(page).first()).toBeVisible()
    await expect.poll(() => totalRows(page)).toBe(count)
  })
})

test('a report on paper and as files has the figures of the screen', EN, async ({ page }) => {
  await signIn(page, 'ketoan')
  await openReport(page)
  const total = String(await inFront(page).locator('tfoot td').last().textContent()).replace(/[.,]00$/, '')

  await test.step('print view', async () => {
    await inFront(page).getByRole('button', { name: words.report.print, exact: true }).click()
    const paper = page.getByRole('dialog', { name: words.report.printTitle })
    await expect(paper.getByRole('heading', { name: words.qr.screens.dailyReport })).toBeVisible()
    await expect(paper.locator('.bt-paper-total td').last()).toHaveText(total)
    await expect(paper.getByText('Head of unit')).toBeVisible()
    await expect(paper.getByText('Form no. 01/BC-QR')).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    const grounds = await page.evaluate(() => [document.documentElement, document.body].map((part) => getComputedStyle(part).backgroundColor))
    expect(grounds).toEqual(['rgb(255, 255, 255)', 'rgb(255, 255, 255)'])
    await page.emulateMedia({ media: null })
    const pdf = await page.pdf({ preferCSSPageSize: true })
    // Landscape pages, more than one, and nothing of the portal around them.
    expect(pdf.toString('latin1')).toMatch(/\/MediaBox \[0 0 84[12][.\d]* 59[456]/)
    expect([...pdf.toString('latin1').matchAll(/\/Type \/Page\b/g)].length).toBeGreaterThan(1)
    await page.keyboard.press('Escape')
    await expect(paper).toBeHidden()
  })

  await test.step('xlsx', async () => {
    const [download] = await Promise.all([page.waitForEvent('download'), inFront(page).getByRole('button', { name: 'Excel' }).click()])
    expect(download.suggestedFilename()).toMatch(new RegExp(`^${words.qr.screens.dailyReport} .*\\.xlsx$`))
    const sheet = Object.values(read(await bytesOf(download)).Sheets)[0] ?? {}
    const lines = utils.sheet_to_json<string[]>(sheet, { header: 1 })
    expect(lines[0]).toEqual([words.qr.screens.dailyReport])
    expect(Number(lines.find(([first]) => first === words.list.sums)?.at(-1)).toLocaleString(LOCALES[language])).toBe(total)
  })

  await test.step('PDF', async () => {
    const [download] = await Promise.all([page.waitForEvent('download'), inFront(page).getByRole('button', { name: words.reports.enums.format.pdf }).click()])
    expect((await bytesOf(download)).subarray(0, 5).toString()).toBe('%PDF-')
  })
})

test('a report is sent on a schedule, which is paused and removed', VI, async ({ page }) => {
  await signIn(page, 'kiemsoat')
  await openReport(page, '?_chart=0')
  const drawer = page.getByRole('dialog', { name: words.reports.texts.mine })
  await inFront(page).getByRole('button', { name: words.reports.texts.schedule }).click()
  await expect(drawer.getByText(words.reports.texts.none)).toBeVisible()
  await drawer.getByRole('button', { name: words.reports.actions.create }).click()
  const form = page.getByRole('dialog', { name: words.reports.actions.create })
  await form.getByRole('button', { name: words.common.save }).click()
  await expect(form.getByText(missing(words.reports.fields.schedule.recipients, 'chosen'))).toBeVisible()
  await chooseOption(page, words.reports.fields.schedule.frequency, words.reports.enums.frequency.WEEKLY)
  await chooseOption(page, words.reports.fields.schedule.period, words.reports.enums.period.LAST_WEEK)
  await chooseOption(page, words.reports.fields.schedule.format, words.reports.enums.format.pdf)
  await form.getByLabel(words.reports.fields.schedule.recipients).fill('ketoan')
  await page
    .locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden)')
    .getByTitle(/\(ketoan\)$/)
    .click()
  await page.keyboard.press('Control+Enter')
  await expect(form).toBeHidden()
  let summary = 'Thứ Hai hằng tuần lúc 7 giờ, tuần trước, PDF'
  await expect(drawer.getByText(summary)).toBeVisible()
  await expect(drawer.getByText(/\(ketoan\)/)).toBeVisible()
  await expect(drawer.getByText(/^Lần tới: \d\d\/\d\d\/\d{4} 07:00$/)).toBeVisible()
  // What it is sent about is said; when and how is changed without making it anew.
  await expect(drawer.getByText(words.reports.texts.noConditions)).toBeVisible()
  const edit = fill(words.reports.texts.scheduleEditTitle, { name: summary })
  await drawer.getByRole('button', { name: edit }).click()
  const changed = page.getByRole('dialog', { name: edit })
  await expect(changed.getByText(/\(ketoan\)/)).toBeVisible()
  await chooseOption(page, words.reports.fields.schedule.format, words.reports.enums.format.xlsx)
  await changed.getByRole('button', { name: words.common.save }).click()
  await expect(changed).toBeHidden()
  summary = 'Thứ Hai hằng tuần lúc 7 giờ, tuần trước, Excel (.xlsx)'
  await expect(drawer.getByText(summary)).toBeVisible()
  await drawer.getByRole('button', { name: words.reports.texts.pause }).click()
  await expect(drawer.getByText(words.reports.texts.paused)).toBeVisible()
  const title = fill(words.reports.texts.scheduleRemoveTitle, { name: summary })
  await drawer.getByRole('button', { name: title }).click()
  await page.getByRole('dialog', { name: title }).getByRole('button', { name: words.shared.actions.remove }).click()
  await expect(drawer.getByText(words.reports.texts.none)).toBeVisible()
})
