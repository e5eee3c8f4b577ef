import type { Page } from '@playwright/test'
import { ledgerErrors } from '#core/ledger/contract/errors.ts'
import { fill } from '#kernel/language.ts'
import { EN, expect, inFront, settled, signIn, test, VI } from './support/portal.ts'
import { pattern, words } from './support/words.ts'

const ACCOUNTS = '/pp-gl/quan_ly_tai_khoan_nghiep_vu/danh_sach_tai_khoan_nghiep_vu'
const JOURNALS = '/pp-gl/but_toan_dieu_chinh'
const GL = 'PP_GL'

const drawer = (page: Page) => page.getByRole('dialog')
const dropDown = (page: Page) => page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden)')
const line = (page: Page, n: number) => drawer(page).locator('.bt-rows tbody tr').nth(n)

/** An account is found by what is typed of it. */
async function chooseAccount(page: Page, n: number, code: string): Promise<void> {
  await line(page, n).getByLabel(words.ledger.fields.manualLine.accountId).click()
  await page.keyboard.type(code)
  await dropDown(page)
    .getByTitle(new RegExp(`^${code} · `))
    .click()
}

async function openAccount(page: Page, code: string): Promise<void> {
  await page.goto(`${ACCOUNTS}?${new URLSearchParams({ text: code })}`)
  await inFront(page).getByRole('link', { name: code, exact: true }).click()
  await expect(page.getByRole('heading', { name: code })).toBeVisible()
  await settled(page)
}

const balance = async (page: Page) => String(await inFront(page).locator('.bt-detail-head .bt-detail-amount').textContent()).trim()
const closing = (page: Page) =>
  inFront(page)
    .getByRole('row', { name: pattern(words.ledger.texts.closing) })
    .locator('td')
    .last()

/** Fills in a journal of two lines and sends it; answers the address of its page. */
async function make(page: Page, [debit, credit]: readonly [string, string], reason: string): Promise<string> {
  await inFront(page).getByRole('button', { name: words.shared.actions.create, exact: true }).click()
  await drawer(page).getByLabel(words.ledger.fields.manualJournal.reason).fill(reason)
  await chooseAccount(page, 0, debit)
  await line(page, 0).getByLabel(words.ledger.fields.manualLine.amount).fill('1250000')
  await chooseAccount(page, 1, credit)
  const other = line(page, 1).getByLabel(words.ledger.fields.manualLine.amount)
  await other.fill('1200000')
  await expect(drawer(page).getByText(pattern(words.ledger.texts.unbalanced))).toBeVisible()
  await other.fill('1250000')
  await expect(drawer(page).getByText(pattern(words.ledger.texts.unbalanced))).toBeHidden()
  await page.keyboard.press('Control+Enter')
  await expect(inFront(page).locator('.bt-request-banner')).toContainText(words.approvals.texts.byYou)
  await expect(inFront(page).getByText(words.ledger.texts.notPosted)).toBeVisible()
  return new URL(page.url()).pathname
}

async function pressApprove(page: Page): Promise<void> {
  await inFront(page).locator('.bt-request-banner').getByRole('button').first().click()
  await drawer(page).getByRole('button', { name: words.approvals.actions.approve, exact: true }).click()
  await page
    .getByRole('dialog', { name: pattern(words.approvals.texts.approveTitle) })
    .getByRole('button', { name: words.approvals.actions.approve, exact: true })
    .click()
}

/** Decides what waits on the page that is open. */
async function approve(page: Page): Promise<void> {
  await pressApprove(page)
  await expect(inFront(page).locator('.bt-request-banner')).toBeHidden()
}

test('a journal by hand is posted by two people, and the statement ends with the balance', VI, async ({ page }) => {
  let address = ''
  let before = ''

  await test.step('an accountant makes it', async () => {
    await signIn(page, 'ketoan', GL)
    await openAccount(page, '811')
    before = await balance(page)
    await page.goto(JOURNALS)
    address = await make(page, ['811', '711'], 'Điều chỉnh chênh lệch làm tròn')
  })

  await test.step('the books are as they were until somebody else agrees', async () => {
    await openAccount(page, '811')
    expect(await balance(page)).toBe(before)
    await signIn(page, 'kiemsoat', GL, address)
    await approve(page)
    await expect(inFront(page).locator('.bt-detail-head').getByText(words.ledger.enums.manualStatus.POSTED)).toBeVisible()
  })

  await test.step('the statement of the account ends with its balance', async () => {
    await inFront(page).getByRole('link', { name: '811', exact: true }).click()
    await expect(inFront(page).getByRole('cell', { name: 'Điều chỉnh chênh lệch làm tròn' }).first()).toBeVisible()
    await settled(page)
    const now = await balance(page)
    expect(now).not.toBe(before)
    expect(now).toContain(String(await closing(page).textContent()).trim())
  })
})

test('an account is locked by two people, refuses a journal that waits, and is unlocked', EN, async ({ page, quiet }) => {
  quiet.expects(409)
  const { ledger } = words
  const head = inFront(page).locator('.bt-detail-head')
  const ask = async (key: 'lock' | 'unlock', reason: string) => {
    await openAccount(page, '6428')
    await inFront(page).getByRole('button', { name: ledger.actions[key], exact: true }).click()
    await drawer(page).getByLabel(ledger.fields.manualJournal.reason).fill(reason)
    await page.keyboard.press('Control+Enter')
    await expect(inFront(page).locator('.bt-request-banner')).toBeVisible()
    return new URL(page.url()).pathname
  }

  await signIn(page, 'ketoan', GL, JOURNALS)
  const journal = await make(page, ['6428', '711'], 'Office costs of October')
  const account = await ask('lock', 'Review of last year')

  await test.step('once it is locked, the journal cannot be approved', async () => {
    await signIn(page, 'kiemsoat', GL, account)
    await approve(page)
    await expect(head.getByText(ledger.enums.accountStatus.LOCKED)).toBeVisible()
    await page.goto(journal)
    await pressApprove(page)
    await expect(page.getByText(fill(ledgerErrors.accountInactive.en, { account: '6428' })).first()).toBeVisible()
    await page.reload()
    await expect(head.getByText(ledger.enums.manualStatus.PENDING)).toBeVisible()
  })

  await test.step('unlocked in the same way, it takes the journal', async () => {
    await signIn(page, 'ketoan', GL)
    await ask('unlock', 'Review done')
    await signIn(page, 'kiemsoat', GL, account)
    await approve(page)
    await expect(head.getByText(ledger.enums.accountStatus.ACTIVE)).toBeVisible()
    await page.goto(journal)
    await approve(page)
    await expect(head.getByText(ledger.enums.manualStatus.POSTED)).toBeVisible()
  })
})
