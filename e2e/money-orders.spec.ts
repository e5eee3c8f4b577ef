import { paths } from '#subsystems/cfm/web/paths.ts'
import { counterChannel, endShifts, openShiftAt, tellerOf } from './support/counter.ts'
import { chooseOption, expect, inFront, rows, signIn, test, VI } from './support/portal.ts'
import { makeTill, unused } from './support/records.ts'
import { pattern, words } from './support/words.ts'

const TELLER = 'giaodichvien'
const today = () => new Date(Date.now() + 7 * 3_600_000).toISOString().slice(0, 10)

test('a money order is sent and paid inside a shift: the receiver is told, a wrong secret pays nothing, the slip is printed', VI, async ({ page, server }) => {
  const till = unused()
  await makeTill(till, '010101', today())
  await endShifts(TELLER)
  await openShiftAt(till, TELLER, today())
  const counter = { till, teller: await tellerOf(TELLER) }
  const channel = await counterChannel(server.origin)
  const { transactionCode: code, told } = await channel.send(counter, '1000000')
  const secret = told?.secret ?? ''
  const head = inFront(page).locator('.bt-detail-head')

  await test.step('the teller tells the receiver', async () => {
    await signIn(page, TELLER, 'PP_CFM', `${paths.orders}?${new URLSearchParams({ text: code })}`)
    await rows(page).getByRole('link', { name: code }).click()
    await expect(head).toContainText(words.cfm.enums.orderStatus.SENT)
    await inFront(page).getByRole('button', { name: words.cfm.actions.tell, exact: true }).click()
    await chooseOption(page, words.cfm.fields.order.how, words.cfm.enums.toldHow.VISIT)
    await page.keyboard.press('Control+Enter')
    await expect(head).toContainText(words.cfm.enums.orderStatus.NOTIFIED)
  })

  await test.step('a wrong secret pays nothing and is counted', async () => {
    const wrong = secret === '00000000' ? '11111111' : '00000000'
    await expect(channel.claim(counter, code, wrong, '1000000')).rejects.toThrow('CFM-004')
    await page.reload()
    await expect(inFront(page).getByText(words.cfm.fields.order.wrongTries)).toBeVisible()
    await expect(head).toContainText(words.cfm.enums.orderStatus.NOTIFIED)
  })

  await test.step('it is found among those that are not locked', async () => {
    await signIn(page, TELLER, 'PP_CFM', `${paths.orders}?${new URLSearchParams({ text: code })}`)
    await inFront(page).getByRole('button', { name: words.list.expand }).click()
    await chooseOption(page, words.cfm.fields.order.locked, words.common.no)
    await inFront(page).getByRole('button', { name: words.list.search, exact: true }).click()
    await expect(page).toHaveURL(/locked=false/)
    await rows(page).getByRole('link', { name: code }).click()
  })

  await test.step('the right one pays; the open page says so by itself, and who held the money', async () => {
    await channel.confirm(await channel.claim(counter, code, secret, '1000000'))
    await expect(head).toContainText(words.cfm.enums.orderStatus.PAID)
    const way = inFront(page).locator('.bt-section').filter({ hasText: words.trace.texts.way })
    await expect(way.locator('tbody tr')).toHaveCount(3)
    await expect(way.locator('tbody tr').filter({ hasText: '3388.CFM' })).toContainText('1.000.000')
  })

  await test.step('its slip is printed from the transaction', async () => {
    await inFront(page).locator('tbody tr').filter({ hasText: words.payments.enums.transactionType.PAYOUT }).getByRole('link').click()
    const saved = page.waitForEvent('download')
    await inFront(page)
      .getByRole('button', { name: pattern(words.cfm.texts.printSlip) })
      .click()
    expect((await saved).suggestedFilename()).toMatch(/\.pdf$/)
  })
})
