import { ledgerErrors } from '#core/ledger/contract/errors.ts'
import { fill } from '#kernel/language.ts'
import { approve, balance, closing, drawer, GL, JOURNALS, makeJournalByHand, openAccount, pressApprove } from './support/books.ts'
import { EN, expect, inFront, settled, signIn, test, VI } from './support/portal.ts'
import { words } from './support/words.ts'

test('a journal by hand is posted by two people, and the statement ends with the balance', VI, async ({ page }) => {
  let address = ''
  let before = ''

  await test.step('an accountant makes it', async () => {
    await signIn(page, 'ketoan', GL)
    await openAccount(page, '811')
    before = await balance(page)
    await page.goto(JOURNALS)
    address = await makeJournalByHand(page, ['811', '711'], 'Điều chỉnh chênh lệch làm tròn')
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
  const journal = await makeJournalByHand(page, ['6428', '711'], 'Office costs of October')
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
