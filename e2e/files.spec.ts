import { fileErrors } from '#kernel/files.ts'
import { fill } from '#kernel/language.ts'
import { EN, expect, LIST, rows, signIn, test } from './support/portal.ts'
import { language, pattern, words } from './support/words.ts'

const PICTURE = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

test('evidence goes with a refund: dropped, refused for its content, shown and taken away', EN, async ({ page, quiet }) => {
  await signIn(page, 'ketoan')
  const day = (ago: number) => new Date(Date.now() + 7 * 3_600_000 - ago * 86_400_000).toISOString().slice(0, 10)
  await page.goto(`${LIST}?${new URLSearchParams({ from: day(6), to: day(0), status: 'SUCCEEDED' })}`)
  await rows(page).nth(4).getByRole('link').click()
  await page.getByRole('button', { name: words.payments.actions.refund, exact: true }).click()
  const drawer = page.getByRole('dialog')
  const files = drawer.getByRole('list', { name: words.files.list })
  const input = drawer.locator('input[type=file]')

  await test.step('by its name before it is sent, by its bytes after', async () => {
    quiet.expects(415)
    await input.setInputFiles({ name: 'ghi chú.txt', mimeType: 'text/plain', buffer: Buffer.from('x') })
    await expect(drawer.getByText(fill(words.files.type, { name: 'ghi chú.txt', types: '.pdf, .png, .jpg, .xlsx, .docx' }))).toBeVisible()
    await drawer.getByRole('listitem').getByRole('button', { name: words.common.close }).click()
    await input.setInputFiles({ name: 'biên bản.pdf', mimeType: 'application/pdf', buffer: PICTURE })
    await expect(drawer.getByText(pattern(fileErrors.type[language]))).toBeVisible()
    await drawer.getByRole('listitem').getByRole('button', { name: words.common.close }).click()
  })

  await test.step('two are brought, one is looked at, one taken away', async () => {
    await input.setInputFiles([
      { name: 'biên nhận.png', mimeType: 'image/png', buffer: PICTURE },
      { name: 'biên bản.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n%%EOF') },
    ])
    await expect(files.getByRole('listitem')).toHaveCount(2)
    await files.getByRole('button', { name: fill(words.files.preview, { name: 'biên nhận.png' }) }).click()
    await expect(page.getByRole('img', { name: 'biên nhận.png' })).toBeVisible()
    await page.keyboard.press('Escape')
    await files.getByRole('button', { name: fill(words.files.remove, { name: 'biên bản.pdf' }) }).click()
    await expect(files.getByRole('listitem')).toHaveCount(1)
  })
})
