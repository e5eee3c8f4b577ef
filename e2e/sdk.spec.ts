/** A payment in a partner's app that nobody knows the end of: the partner's statement tells it. */
import { sdkReconciliation } from '#subsystems/sdk/contract/reconciliation.ts'
import { paths, transactionPath } from '#subsystems/sdk/web/paths.ts'
import { lostInApp } from './support/partner.ts'
import { EN, expect, inFront, signIn, test } from './support/portal.ts'
import { answer, approveBreak, bookedOn, breakRow, CHECKER, clerkAt, dialog, freeDay, MAKER, setupOf, statementOf, today } from './support/reconciliation.ts'
import { words } from './support/words.ts'

test('a payment in an app that nobody knows the end of is decided by two people, by the line of the statement', EN, async ({ page, server }) => {
  const setup = await setupOf('SDK-SAOVIET')
  const day = today()
  await freeDay(setup, day)
  const { externalRef, id } = await lostInApp(server.origin, '275000')
  const clerk = await clerkAt(server.origin, sdkReconciliation, 'PP_SDK')
  const sessionId = await clerk.reviewed(setup, day, await statementOf('MT940', setup, day, await bookedOn(setup, day, [externalRef])))
  const breaks = `${paths.reconciliationSession}?id=${sessionId}&tab=breaks`
  const { transactionStatus } = words.payments.enums

  await test.step('it is stuck, and the break says why', async () => {
    await signIn(page, MAKER, 'PP_SDK', transactionPath(id))
    await expect(inFront(page).locator('.bt-detail-head')).toContainText(transactionStatus.UNKNOWN)
    await page.goto(breaks)
    await expect(breakRow(page, externalRef)).toContainText(words.breaks.enums.breakKind.STATUS)
    await inFront(page).getByRole('button', { name: externalRef, exact: true }).press('Enter')
    await expect(dialog(page).getByText(words.reconciliation.texts.breakWhy)).toBeVisible()
    await expect(dialog(page).locator('.rec-why')).toContainText(externalRef)
  })

  await test.step('that it was paid is proposed', async () => {
    await dialog(page).getByRole('button', { name: words.reconciliation.texts.keyResolve, exact: true }).press('Enter')
    await answer(page, 'OUTCOME', 'Sao kê của đối tác đã ghi có', 'SUCCEEDED')
    await page.keyboard.press('Escape')
    await expect(breakRow(page, externalRef)).toContainText(words.breaks.enums.breakStatus.PROPOSED)
  })

  await test.step('the second person agrees, and it is paid', async () => {
    await signIn(page, CHECKER, 'PP_SDK', breaks)
    await approveBreak(page, externalRef)
    await page.goto(transactionPath(id))
    await expect(inFront(page).locator('.bt-detail-head')).toContainText(transactionStatus.SUCCEEDED)
  })
})
