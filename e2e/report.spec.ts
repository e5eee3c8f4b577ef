import { readFileSync } from 'node:fs'
import { read, utils } from '@e965/xlsx'
import type { Download, Page } from '@playwright/test'
import { chooseOption, expect, inFront, rows, signIn, test, totalRows } from './support/portal.ts'

const REPORT = '/pp-qr/baocaothongke/baocaochitietngay'
const groups = (page: Page) => inFront(page).locator('tr.bt-report-group')

async function bytesOf(download: Download): Promise<Buffer> {
  return readFileSync(await download.path())
}

async function openReport(page: Page, query = ''): Promise<void> {
  await page.goto(REPORT + query)
  await expect(rows(page).first()).toBeVisible()
}

test('a report from its filters over table and chart down to the transactions', async ({ page }) => {
  const scripts: string[] = []
  page.on('response', (response) => scripts.push(new URL(response.url()).pathname))
  await signIn(page, 'ketoan')

  await test.step('opens with the last seven days, grouped by day and province, without a chart when none is wanted', async () => {
    await openReport(page, '?_chart=0')
    await expect(groups(page).first()).toContainText(/Ngày giao dịch \d\d\/\d\d\/\d{4}/)
    await expect(inFront(page).locator('tfoot')).toContainText('Tổng cộng')
    await expect(inFront(page).getByText(/^Thực nhận: .+ đồng$/)).toBeVisible()
    expect(scripts.filter((path) => /canvas/i.test(path))).toEqual([])
  })

  await test.step('shows the chart, which comes only now', async () => {
    await inFront(page).getByRole('button', { name: 'Biểu đồ', exact: true }).click()
    await expect(inFront(page).locator('.bt-chart svg')).toBeVisible()
    expect(scripts.filter((path) => /canvas/i.test(path)).length).toBeGreaterThan(0)
    await expect(inFront(page).getByRole('table', { name: 'Biểu đồ: Báo cáo chi tiết ngày' })).toBeAttached()
  })

  await test.step('filters, and the address says so', async () => {
    await inFront(page).getByRole('button', { name: 'Mở rộng' }).click()
    await chooseOption(page, 'Kênh', 'Ví điện tử')
    await inFront(page).getByRole('button', { name: 'Tìm kiếm' }).click()
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
    expect(await totalRows(page)).toBe(count)
  })
})

test('a report on paper and as files has the figures of the screen', async ({ page }) => {
  await signIn(page, 'ketoan')
  await openReport(page)
  const total = String(await inFront(page).locator('tfoot td').last().textContent()).replace(',00', '')

  await test.step('print view', async () => {
    await inFront(page).getByRole('button', { name: 'In', exact: true }).click()
    const paper = page.getByRole('dialog', { name: 'Xem trước khi in' })
    await expect(paper.getByRole('heading', { name: 'Báo cáo chi tiết ngày' })).toBeVisible()
    await expect(paper.locator('.bt-paper-total td').last()).toHaveText(total)
    await expect(paper.getByText('Thủ trưởng đơn vị')).toBeVisible()
    const pdf = await page.pdf({ preferCSSPageSize: true })
    // Landscape pages, more than one, and nothing of the portal around them.
    expect(pdf.toString('latin1')).toMatch(/\/MediaBox \[0 0 84[12][.\d]* 59[456]/)
    expect([...pdf.toString('latin1').matchAll(/\/Type \/Page\b/g)].length).toBeGreaterThan(1)
    await page.keyboard.press('Escape')
    await expect(paper).toBeHidden()
  })

  await test.step('xlsx', async () => {
    const [download] = await Promise.all([page.waitForEvent('download'), inFront(page).getByRole('button', { name: 'Excel' }).click()])
    expect(download.suggestedFilename()).toMatch(/^Báo cáo chi tiết ngày .*\.xlsx$/)
    const sheet = Object.values(read(await bytesOf(download)).Sheets)[0] ?? {}
    const lines = utils.sheet_to_json<string[]>(sheet, { header: 1 })
    expect(lines[0]).toEqual(['Báo cáo chi tiết ngày'])
    expect(Number(lines.find(([first]) => first === 'Tổng cộng')?.at(-1)).toLocaleString('vi-VN')).toBe(total)
  })

  await test.step('PDF', async () => {
    const [download] = await Promise.all([page.waitForEvent('download'), inFront(page).getByRole('button', { name: 'PDF' }).click()])
    expect((await bytesOf(download)).subarray(0, 5).toString()).toBe('%PDF-')
  })
})

test('a report is sent on a schedule, which is paused and removed', async ({ page }) => {
  await signIn(page, 'kiemsoat')
  await openReport(page, '?_chart=0')
  const drawer = page.getByRole('dialog', { name: 'Lịch gửi báo cáo của tôi' })
  await inFront(page).getByRole('button', { name: 'Gửi định kỳ' }).click()
  await expect(drawer.getByText('Chưa có lịch gửi nào cho báo cáo này.')).toBeVisible()
  await drawer.getByRole('button', { name: 'Thêm lịch gửi' }).click()
  const form = page.getByRole('dialog', { name: 'Thêm lịch gửi' })
  await form.getByRole('button', { name: 'Lưu' }).click()
  await expect(form.getByText('Trường bắt buộc nhập')).toBeVisible()
  await chooseOption(page, 'Tần suất', 'Thứ Hai hằng tuần')
  await chooseOption(page, 'Kỳ báo cáo', 'Tuần trước')
  await chooseOption(page, 'Định dạng', 'PDF')
  await form.getByLabel('Người nhận').fill('ketoan')
  await page
    .locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden)')
    .getByTitle(/\(ketoan\)$/)
    .click()
  await page.keyboard.press('Control+Enter')
  await expect(form).toBeHidden()
  await expect(drawer.getByText('Thứ Hai hằng tuần lúc 7 giờ, tuần trước, PDF')).toBeVisible()
  await expect(drawer.getByText(/\(ketoan\)/)).toBeVisible()
  await expect(drawer.getByText(/^Lần tới: \d\d\/\d\d\/\d{4} 07:00$/)).toBeVisible()
  await drawer.getByRole('button', { name: 'Tạm dừng' }).click()
  await expect(drawer.getByText('Đang tạm dừng')).toBeVisible()
  await drawer.getByRole('button', { name: 'Xoá' }).click()
  await page.getByRole('dialog', { name: 'Xoá lịch gửi báo cáo' }).getByRole('button', { name: 'Xoá' }).click()
  await expect(drawer.getByText('Chưa có lịch gửi nào cho báo cáo này.')).toBeVisible()
})
