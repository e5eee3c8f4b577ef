import type { Page } from '@playwright/test'
import { fill } from '#kernel/language.ts'
import { paths } from '#subsystems/qr/web/paths.ts'
import { bankChannel } from './support/partner.ts'
import { EN, expect, inFront, rows, signIn, test, VI } from './support/portal.ts'
import { demoDatabase } from './support/server.ts'
import { words } from './support/words.ts'

const dialog = (page: Page) => page.getByRole('dialog').last()
const button = (page: Page, name: string) => inFront(page).getByRole('button', { name, exact: true })

/** A shop that takes payments, as the select offers it. */
const shop = () =>
  demoDatabase()
    .selectFrom('merchants.merchant')
    .select(['code', 'name'])
    .where('status', '=', 'ACTIVE')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()

async function chooseMerchant(page: Page, { code, name }: { code: string; name: string }): Promise<void> {
  const field = dialog(page).getByLabel(words.vietqr.fields.code.merchantId, { exact: true })
  await field.click()
  await field.fill(code)
  await page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden)').getByText(name).click()
}

/** The code whose page is in front. */
async function codeInFront(page: Page) {
  const heading = inFront(page).getByRole('heading', { name: /^QRC\d+/ })
  await expect(heading).toBeVisible()
  const code = /QRC\d+/.exec(String(await heading.textContent()))?.[0] ?? ''
  const { number } = await demoDatabase()
    .selectFrom('vietqr.virtual_account as a')
    .innerJoin('vietqr.code as c', 'c.account_id', 'a.id')
    .select('a.number')
    .where('c.code', '=', code)
    .executeTakeFirstOrThrow()
  return { code, number }
}

test('a static code is made, paid by and counted', VI, async ({ page, server }) => {
  const bank = await bankChannel(server.origin)
  const { vietqr } = words
  const merchant = await shop()
  const counter = `Quầy ${String(Date.now()).slice(-6)}`
  await signIn(page, 'ketoan', 'PP_QR', paths.codes)
  await button(page, vietqr.actions.create).click()
  await chooseMerchant(page, merchant)
  await dialog(page).getByLabel(vietqr.fields.code.counter, { exact: true }).fill(counter)
  await page.keyboard.press('Control+Enter')
  const first = await codeInFront(page)
  await expect(inFront(page).getByRole('img', { name: fill(vietqr.texts.picture, { code: first.code }) })).toBeVisible()

  await test.step('a payment to its account is counted at once', async () => {
    expect(await bank.credit(merchant.code, first.number, '86000', true)).toMatchObject({ status: 200 })
    await expect(inFront(page).getByRole('table').getByText('86.000').first()).toBeVisible()
    await page.goto(`${paths.codes}?code=${first.code}`)
    await expect(rows(page).filter({ hasText: first.code })).toContainText('86.000')
  })
})

test('a dynamic code takes one payment and is paid', EN, async ({ page, server }) => {
  const bank = await bankChannel(server.origin)
  const { vietqr } = words
  const merchant = await shop()
  await signIn(page, 'ketoan', 'PP_QR', paths.codes)
  await button(page, vietqr.actions.create).click()
  await chooseMerchant(page, merchant)
  await dialog(page).getByLabel(vietqr.fields.code.kind, { exact: true }).click()
  await page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden)').getByTitle(vietqr.enums.codeKind.DYNAMIC, { exact: true }).click()
  await dialog(page).getByLabel(vietqr.fields.code.amount, { exact: true }).fill('125000')
  await page.keyboard.press('Control+Enter')
  // Without a last day nothing is made.
  await expect(dialog(page).getByLabel(vietqr.fields.code.validTo, { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await test.step('the memo is shown as the code will have it', async () => {
    await dialog(page).getByLabel(vietqr.fields.code.memo, { exact: true }).fill('Phở 🍜 số 5')
    await expect(dialog(page).getByText(fill(vietqr.texts.memoKept, { memo: 'Pho so 5' }))).toBeVisible()
  })
  const lastDay = dialog(page).getByLabel(vietqr.fields.code.validTo, { exact: true })
  await lastDay.fill('31/12/2030')
  await page.keyboard.press('Tab')
  await test.step('a day that is emptied by the keyboard stays away', async () => {
    await expect(lastDay).toHaveValue('31/12/2030')
    await lastDay.focus()
    await page.keyboard.press('Control+A')
    await page.keyboard.press('Delete')
    await page.keyboard.press('Tab')
    await expect(lastDay).toHaveValue('')
  })
  await lastDay.fill('31/12/2030')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Control+Enter')
  const { code, number } = await codeInFront(page)
  expect(await bank.credit(merchant.code, number, '99000', false)).toMatchObject({ status: 422, code: 'VQR-209' })
  expect(await bank.credit(merchant.code, number, '125000', true)).toMatchObject({ status: 200 })
  await page.goto(`${paths.codes}?code=${code}`)
  await expect(rows(page)).toContainText(vietqr.enums.codeStatus.USED)
  expect(await bank.credit(merchant.code, number, '125000', false)).toMatchObject({ status: 422, code: 'VQR-206' })
})

test('a code is locked and replaced: the old one leads to the new', VI, async ({ page, server }) => {
  const bank = await bankChannel(server.origin)
  const { actions, enums, texts } = words.vietqr
  const merchant = await shop()
  const isNow = (state: keyof typeof enums.codeStatus) => expect(inFront(page).locator('.bt-detail-head')).toContainText(enums.codeStatus[state])
  await signIn(page, 'ketoan', 'PP_QR', paths.codes)
  await button(page, actions.create).click()
  await chooseMerchant(page, merchant)
  await page.keyboard.press('Control+Enter')
  const old = await codeInFront(page)
  await button(page, words.shared.actions.lock).click()
  await dialog(page).getByLabel(words.shared.fields.reason, { exact: true }).fill('Bảng mã bị bóc')
  await page.keyboard.press('Control+Enter')
  await isNow('LOCKED')
  expect(await bank.credit(merchant.code, old.number, '50000', false)).toMatchObject({ status: 422 })

  await button(page, actions.replace).click()
  await dialog(page).getByLabel(words.shared.fields.reason, { exact: true }).fill('In bảng mới')
  await page.keyboard.press('Control+Enter')
  await isNow('ACTIVE')
  const next = await codeInFront(page)
  expect(next.code).not.toBe(old.code)
  await inFront(page).getByRole('link', { name: old.code, exact: true }).click()
  await isNow('REVOKED')
  await inFront(page)
    .getByRole('link', { name: fill(texts.toReplacement, { code: next.code }) })
    .click()
  await isNow('ACTIVE')
  expect(await bank.credit(merchant.code, old.number, '50000', false)).toMatchObject({ status: 422 })
  expect(await bank.credit(merchant.code, next.number, '50000', true)).toMatchObject({ status: 200 })
})
