import type { Page } from '@playwright/test'
import { dress, inspect, LANGUAGES, THEMES } from './support/looks.ts'
import { expect, inFront, LIST, openList, rows, signIn, test } from './support/portal.ts'
import { inDatabase } from './support/server.ts'

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

const POLICY = '/product-policy/manage-policy'
const POLICY_ID = 900_001

/** Names of actions, kinds of records and jobs: the log and the queue show them as they are kept. */
const DATA = /^[a-z]+([.:_-][\w.:-]+)+$/i

const firstRow = (page: Page) => expect(rows(page).first()).toBeVisible()
/** A server that has just begun may not have run a job yet. */
const settled = (page: Page) => expect(inFront(page).locator('.bt-table[aria-busy=false]')).toBeVisible()
const heading = (page: Page) => expect(inFront(page).getByRole('heading', { name: 'LOOKS/1' })).toBeVisible()
const feeRow = (page: Page) => expect(page.getByRole('dialog').getByRole('row').nth(1)).toBeVisible()

async function effective(page: Page): Promise<void> {
  await inFront(page).locator('#effective-unit').fill('480102')
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: '480102' }).first().click()
  await expect(inFront(page).getByRole('row')).not.toHaveCount(0)
}

/** Screens of administration, with what brings their data to sight. */
const ADMINISTRATION: readonly [name: string, path: string, ready: (page: Page) => Promise<void>][] = [
  ['audit-log', '/system-config/audit-log', firstRow],
  ['assign', '/general-configuration/assign', firstRow],
  ['effective', '/general-configuration/assignmentBusiness', effective],
  ['policies', POLICY, firstRow],
  ['policy-detail', `${POLICY}/detail-policy/${POLICY_ID}`, heading],
  ['policy-create', `${POLICY}/create-policy`, feeRow],
  ['policy-edit', `${POLICY}/edit-policy/${POLICY_ID}`, feeRow],
  ['jobs', '/system-config/jobs', settled],
  ['mail-outbox', '/system-config/mail-outbox', firstRow],
]

/** Something to look at on each of them. */
async function prepareAdministration(): Promise<void> {
  await inDatabase(`insert into assignment.rule (business, unit_id, allowed, valid_from, reason, updated_by, updated_at)
    select 'QR', id, false, current_date, '480102', 'admin', now() from organisation.unit where code = '480102' on conflict do nothing`)
  await inDatabase(
    `insert into policy.policy (id, code, revision, name, service, effective_from, created_by, created_at, updated_by, updated_at)
     values ($1, 'LOOKS', 1, 'LOOKS', 'QR', current_date, 'admin', now(), 'admin', now()) on conflict do nothing`,
    [POLICY_ID],
  )
  await inDatabase('insert into policy.fee (policy_id, line, amount_from, rate_bps) values ($1, 1, 0, 25) on conflict do nothing', [POLICY_ID])
  await inDatabase(`insert into platform.mail (recipient, subject, text_body, status, ended_at) values ('looks@buutram.vn', 'LOOKS', 'LOOKS', 'KEPT', now())`)
}

test('the screens of administration, each language and each theme once', async ({ page }) => {
  test.setTimeout(300_000)
  await signIn(page, 'admin', 'PP_SYS')
  await prepareAdministration()
  for (const [language, theme] of [
    ['vi', 'dark'],
    ['en', 'light'],
  ] as const) {
    await dress(page, language, theme)
    for (const [name, path, ready] of ADMINISTRATION) {
      await page.goto(path)
      await ready(page)
      await inspect(page, name, language, theme, DATA)
    }
  }
})
