import { dress, inspect, LANGUAGES, THEMES } from './support/looks.ts'
import { expect, inFront, LIST, openList, rows, signIn, test } from './support/portal.ts'

/** Of the README; taken anew by `PICTURES=1 npx playwright test looks`. */
const PICTURE = 'docs/images/qr-transactions.png'

test('the sign-in page in both languages and themes', async ({ page }) => {
  await page.goto('/')
  for (const language of LANGUAGES) {
    for (const theme of THEMES) {
      await dress(page, language, theme)
      await page.reload()
      await expect(page.getByRole('heading', { level: 2 })).toBeVisible()
      await inspect(page, 'sign-in', language, theme)
    }
  }
})

test('every screen in both languages and themes', async ({ page, quiet }) => {
  test.setTimeout(420_000)
  quiet.expects(404)
  await signIn(page, 'admin')
  for (const language of LANGUAGES) {
    for (const theme of THEMES) {
      await dress(page, language, theme)
      await page.evaluate(() => sessionStorage.clear())
      await page.goto('/')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await inspect(page, 'home', language, theme)
      await openList(page)
      await inspect(page, 'list', language, theme)
      if (process.env.PICTURES && language === 'vi' && theme === 'light') await page.screenshot({ path: PICTURE, animations: 'disabled' })
      await inFront(page).locator('.bt-filters button[aria-expanded=false]').click()
      await inspect(page, 'list-filters', language, theme)
      await rows(page).first().getByRole('link').click()
      await expect(page.getByRole('article')).toBeVisible()
      await inFront(page).locator('summary').click()
      await inspect(page, 'detail', language, theme)
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
      await page.screenshot({ path: `test-results/screens/detail-end-${language}-${theme}.png` })
      await page.goto(`${LIST}?from=2020-01-01&to=2020-01-02`)
      await expect(inFront(page).locator('.bt-note')).toBeVisible()
      await inspect(page, 'list-empty', language, theme)
      await page.goto('/pp-qr/quanlygiaodich/chitietgiaodich/999999999')
      await expect(inFront(page).getByRole('alert')).toBeVisible()
      await inspect(page, 'detail-missing', language, theme)
      await page.goto('/404')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await inspect(page, 'not-found', language, theme)
    }
  }
})
