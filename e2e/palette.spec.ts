import { EN, expect, LIST, openList, rows, signIn, test, VI } from './support/portal.ts'
import { palette } from './support/shell.ts'
import { words } from './support/words.ts'

test('everything is found by its name, with the keyboard alone', VI, async ({ page }) => {
  await signIn(page, 'giaodichvien')
  await test.step('a screen, without diacritics', async () => {
    await page.keyboard.press('Control+k')
    await expect(palette(page)).toBeFocused()
    await page.keyboard.type('danh sach giao')
    await expect(page.getByRole('option').first()).toContainText(words.qr.screens.transactions)
    await page.keyboard.press('Enter')
    await expect(palette(page)).toBeHidden()
    await expect(rows(page).first()).toBeVisible()
  })
  const code = String(await rows(page).first().getByRole('link').textContent())
  await test.step('a record by its code', async () => {
    await page.getByRole('button', { name: words.palette.button }).click()
    await expect(palette(page)).toBeFocused()
    await page.keyboard.type(code.toLowerCase())
    await expect(page.getByRole('option', { name: code })).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: code })).toBeVisible()
  })
  await test.step('what was opened last, and the way out', async () => {
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('option').first()).toContainText(code)
    await expect(palette(page)).toBeFocused()
    await page.keyboard.type('khong co gi nhu the')
    await expect(page.getByText(words.palette.nothing)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(palette(page)).toBeHidden()
  })
  await test.step('a screen by what tellers call it, in either language', async () => {
    for (const said of ['tra tien', 'chi trả', 'chuyển tiền', 'payout']) {
      await page.keyboard.press('Control+k')
      await expect(palette(page)).toBeFocused()
      await page.keyboard.type(said)
      await expect(page.getByRole('option', { name: words.cfmV2.screens.pay })).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(palette(page)).toBeHidden()
    }
  })
  await test.step('an action', async () => {
    await page.keyboard.press('Control+k')
    await expect(palette(page)).toBeFocused()
    await page.keyboard.type('english')
    await page.keyboard.press('Enter')
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  })
})

test('what is typed while the palette is still on its way is meant for the palette', EN, async ({ page }) => {
  let release: () => void = () => undefined
  const come = new Promise<void>((done) => {
    release = done
  })
  await page.route('**/assets/command-palette-*.js', async (route) => {
    await come
    await route.continue()
  })
  const asked = page.waitForRequest(/command-palette-.*js/)
  await signIn(page, 'ketoan')
  await openList(page)
  await asked
  await page.getByRole('grid').getByRole('row').nth(1).getByRole('link').focus()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('no such thing')
  await page.keyboard.press('Enter')
  release()
  await expect(palette(page)).toBeFocused()
  await expect(palette(page)).toHaveValue('no such thing')
  await expect(page).toHaveURL(new RegExp(LIST))
})
