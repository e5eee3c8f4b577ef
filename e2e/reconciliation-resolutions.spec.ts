/** Ways out of a break that reach beyond its session: a payment that was missing, one that is given back, a line that comes with the next statement. */
import { sql } from 'kysely'
import { addDays, showDate } from '#kernel/dates.ts'
import { showMoney } from '#kernel/money.ts'
import { qrReconciliation } from '#subsystems/qr/contract/reconciliation.ts'
import { paths } from '#subsystems/qr/web/paths.ts'
import type { Entry } from '../src/app/simulator/statements/sealing.ts'
import { bankChannel } from './support/partner.ts'
import { EN, expect, inFront, LIST, rows, signIn, test } from './support/portal.ts'
import {
  answer,
  approveBreak,
  bookedOn,
  breakRow,
  CHECKER,
  clerkAt,
  dialog,
  freeDay,
  MAKER,
  press,
  setupOf,
  statementOf,
  today,
} from './support/reconciliation.ts'
import { demoDatabase } from './support/server.ts'
import { language, words } from './support/words.ts'

const DONG = 100n

/** A day whose lines are due by now, and that is young enough to be carried forward. */
async function dayToCarry(): Promise<string> {
  const { rows } = await sql<{ day: string }>`select reconciliation.workday_back(${today()}::date, 3)::text as day`.execute(demoDatabase())
  return rows[0]?.day ?? ''
}

/** The number of a merchant’s account that takes any amount, as often as it is paid to; with the merchant. */
const accountOfMerchant = () =>
  demoDatabase()
    .selectFrom('vietqr.virtual_account as a')
    .innerJoin('merchants.merchant as m', 'm.id', 'a.merchant_id')
    .innerJoin('vietqr.code as c', 'c.account_id', 'a.id')
    .select(['a.number', 'm.name as merchant'])
    .where('a.status', '=', 'ACTIVE')
    .where('c.status', '=', 'ACTIVE')
    .where('m.status', '=', 'ACTIVE')
    .where('a.single_use', '=', false)
    .where('a.amount', 'is', null)
    .where('c.amount', 'is', null)
    .orderBy('a.id')
    .limit(1)
    .executeTakeFirstOrThrow()

test(
  'a payment that was missing is made, what was paid too much is given back, and a late line comes with the next statement',
  EN,
  async ({ page, server }) => {
    const setup = await setupOf('QR-VCB')
    const day = await dayToCarry()
    const next = addDays(day, 1)
    for (const one of [day, next]) await freeDay(setup, one)
    const bank = await bankChannel(server.origin)
    const paid = (amount: string) => bank.paidAt(amount, `${day}T09:00:00+07:00`)
    const [dear, late] = [await paid('9500000'), await paid('8700000')]
    await bank.decide(dear, 'SUCCEEDED')
    const booked = await bookedOn(setup, day)
    const of = (reference: string) => booked.find((entry) => entry.reference === reference) as Entry
    const missing = `LA${Date.now()}`
    const { number, merchant } = await accountOfMerchant()
    const unreported: Entry = {
      ...{ reference: missing, documentNo: `FT${missing}`, day, time: '10:00:00', amount: 6_400_000n * DONG },
      ...{ account: '990000000003', name: 'TRAN VAN BINH', text: `CHUYEN TIEN ${number}` },
    }
    const told = booked
      .filter(({ reference }) => reference !== late)
      .map((entry) => (entry.reference === dear ? { ...entry, amount: 9_450_000n * DONG } : entry))
    const clerk = await clerkAt(server.origin, qrReconciliation, 'PP_QR')
    const id = await clerk.reviewed(setup, day, await statementOf('XLSX', setup, day, [...told, unreported]))
    const address = `${paths.reconciliationSession}?id=${id}`
    const { texts } = words.reconciliation
    const { breakStatus, resolution } = words.breaks.enums
    const breakOf = (reference: string) => `${address}&tab=breaks&text=${reference}`
    const money = (amount: string) => showMoney(amount, language, 0)

    await test.step('several are offered what one of them at least can have', async () => {
      await signIn(page, MAKER, 'PP_QR', `${address}&tab=breaks`)
      for (const reference of [missing, late]) await breakRow(page, reference).getByRole('checkbox').press('Space')
      await press(page, words.breaks.actions.resolve)
      await dialog(page).getByLabel(texts.resolveHow, { exact: true }).press('Enter')
      const offered = (['ADJUST', 'CREATE', 'REFUND', 'CARRY', 'DISPUTE'] as const).map((one) => resolution[one])
      await expect(page.locator('.ant-select-dropdown:visible .ant-select-item-option')).toHaveText(offered)
      await page.keyboard.press('Escape')
      await dialog(page).getByRole('button', { name: words.common.back, exact: true }).press('Enter')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    })

    await test.step('the missing payment and the refund are proposed, each on its break', async () => {
      for (const [reference, how] of [
        [missing, 'CREATE'],
        [dear, 'REFUND'],
      ] as const) {
        await page.goto(breakOf(reference))
        await breakRow(page, reference).getByRole('button', { name: reference, exact: true }).press('Enter')
        await dialog(page).getByRole('button', { name: texts.keyResolve, exact: true }).press('Enter')
        await answer(page, how, 'The bank has confirmed it in writing')
        await page.keyboard.press('Escape')
        await expect(page.getByRole('dialog')).toHaveCount(0)
        await expect(breakRow(page, reference)).toContainText(breakStatus.PROPOSED)
      }
    })

    await test.step('the late line is carried forward by one person', async () => {
      await page.goto(breakOf(late))
      await breakRow(page, late).getByRole('checkbox').press('Space')
      await press(page, words.breaks.actions.resolve)
      await answer(page, 'CARRY', 'It comes with the next statement')
      await expect(breakRow(page, late)).toContainText(breakStatus.RESOLVED)
    })

    await test.step('a second person agrees to what moves money', async () => {
      await signIn(page, CHECKER, 'PP_QR', `${address}&tab=breaks`)
      for (const reference of [missing, dear]) {
        await page.goto(breakOf(reference))
        await approveBreak(page, reference)
      }
    })

    const transaction = async (reference: string) => {
      await page.goto(`${LIST}?externalRef=${reference}`)
      await rows(page).getByRole('link').first().press('Enter')
    }
    const head = inFront(page).locator('.bt-detail-head')
    const journals = inFront(page).locator('.bt-journal')
    const { transactionStatus } = words.payments.enums

    await test.step('the payment that was missing stands among the others, booked as if the bank had reported it', async () => {
      await signIn(page, MAKER, 'PP_QR')
      await transaction(missing)
      await expect(head).toContainText(transactionStatus.SUCCEEDED)
      await expect(head).toContainText(money('6400000.00'))
      await expect(inFront(page).getByText(merchant).first()).toBeVisible()
      await expect(journals).toHaveCount(1)
      await expect(journals).toContainText(money('6400000.00'))
    })

    await test.step('what was too much has gone back through the bank, and is booked', async () => {
      await transaction(dear)
      await expect(head).toContainText(transactionStatus.PARTIALLY_REFUNDED)
      await expect(journals).toHaveCount(2)
      const refunds = inFront(page).locator('.bt-section').filter({ hasText: words.payments.texts.groupRefunds })
      await expect(refunds).toContainText(transactionStatus.SUCCEEDED)
      await expect(refunds).toContainText(money('50000.00'))
    })

    await test.step('the carried line stands in the session of the next day, and agrees with the statement of that day', async () => {
      const file = await statementOf('XLSX', setup, next, [...(await bookedOn(setup, next)), { ...of(late), day: next }])
      const following = await clerk.reviewed(setup, next, file)
      await page.goto(`${paths.reconciliationSession}?id=${following}&tab=ours&text=${late}`)
      await expect(rows(page)).toHaveCount(1)
      await expect(rows(page)).toContainText(showDate(day))
      await expect(rows(page)).toContainText(words.sessions.enums.lineState.MATCHED)
      await page.goto(`${address}&tab=ours&text=${late}`)
      await expect(rows(page)).toContainText(words.sessions.enums.lineState.CARRIED)
    })
  },
)
