/** The workbench by keyboard: lines are matched and taken apart again, what differs is proposed from there, and the keys go on after each dialog. */
import type { Page } from '@playwright/test'
import { fill } from '#kernel/language.ts'
import { qrReconciliation } from '#subsystems/qr/contract/reconciliation.ts'
import { paths } from '#subsystems/qr/web/paths.ts'
import type { Entry } from '../src/app/simulator/statements/sealing.ts'
import { bankChannel } from './support/partner.ts'
import { EN, expect, inFront, signIn, test } from './support/portal.ts'
import { approveBreak, bookedOn, breakRow, CHECKER, clerkAt, dayBefore, dialog, MAKER, setupOf, statementOf } from './support/reconciliation.ts'
import { pattern, words } from './support/words.ts'

const [FOREIGN, EXTRA, NEAR] = ['LA990000000001', 'LA990000000002', 'LA990000000003']
const DONG = 100n

/** Walks a pane with the keys to the line of a reference, and chooses it. */
async function choose(page: Page, pane: string, reference: string): Promise<void> {
  const list = inFront(page).getByRole('listbox', { name: pane, exact: true })
  const wanted = list.getByRole('option').filter({ hasText: reference })
  // Lines that are taken apart come back one pane after the other.
  await expect(wanted).toBeVisible()
  await list.focus()
  await page.keyboard.press('Home')
  const number = await wanted.getAttribute('data-no')
  for (let step = 0; step < 30 && (await list.locator('[data-at]').getAttribute('data-no')) !== number; step++) await page.keyboard.press('j')
  await page.keyboard.press(' ')
  await expect(wanted).toHaveAttribute('aria-selected', 'true')
}

test(
  'lines are matched with the keys, taken apart and proposed as a forced match; whatever is opened gives the keys back',
  EN,
  async ({ page, server, quiet }) => {
    // What differs too far is refused to one person.
    quiet.expects(409)
    const setup = await setupOf('QR-VCB')
    const day = await dayBefore(setup)
    const bank = await bankChannel(server.origin)
    const paid = (amount: number) => bank.paidAt(String(amount), `${day}T09:00:00+07:00`)
    const [hand, wide, dropped, near] = [await paid(1_700_000), await paid(1_800_000), await paid(1_300_000), await paid(1_930_000)]
    const booked = await bookedOn(setup, day)
    const of = (reference: string) => booked.find((entry) => entry.reference === reference) as Entry
    const file = await statementOf('XLSX', setup, day, [
      { ...of(hand), reference: FOREIGN, account: '990000000001' },
      { ...of(hand), reference: EXTRA, account: '990000000002', amount: 77_000n * DONG },
      { ...of(hand), reference: NEAR, account: '990000000003', amount: 1_900_000n * DONG },
      { ...of(wide), amount: of(wide).amount + 60_000n * DONG },
    ])
    const clerk = await clerkAt(server.origin, qrReconciliation, 'PP_QR')
    const id = await clerk.reviewed(setup, day, file)
    const address = `${paths.reconciliationSession}?id=${id}`
    const { texts } = words.reconciliation

    await test.step('two lines are matched with M, taken apart with Z and matched again', async () => {
      await signIn(page, MAKER, 'PP_QR', `${address}&tab=workbench`)
      const foreign = inFront(page).getByRole('listbox', { name: texts.theirs, exact: true }).getByRole('option').filter({ hasText: FOREIGN })
      await expect(foreign).toBeVisible()
      for (const last of [false, true]) {
        await choose(page, texts.ours, hand)
        await choose(page, texts.theirs, FOREIGN)
        const matched = page.waitForResponse((response) => response.url().endsWith(qrReconciliation.sessions.handMatch.path))
        await page.keyboard.press('m')
        await expect(foreign).toHaveCount(0)
        await matched
        if (last) break
        await expect(inFront(page).getByText(pattern(texts.matchedAs))).toBeVisible()
        await page.keyboard.press('z')
        await expect(foreign).toBeVisible()
      }
    })

    const line = (pane: string, reference: string) =>
      inFront(page).getByRole('listbox', { name: pane, exact: true }).getByRole('option').filter({ hasText: reference })
    const theirs = inFront(page).getByRole('listbox', { name: texts.theirs, exact: true })
    /** The keys go on where they were once nothing lies over the workbench. */
    const goneOn = async () => {
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(theirs).toBeFocused()
    }

    await test.step('whatever was opened over the workbench gives the keys back to the line that one stands on', async () => {
      for (const key of ['?', 'e', 'r', 'a']) {
        const at = await theirs.locator('[data-at]').getAttribute('data-no')
        for (const cross of [false, true]) {
          await page.keyboard.press(key)
          await expect(dialog(page)).toBeVisible()
          await expect(theirs).not.toBeFocused()
          if (cross) await dialog(page).locator('.ant-modal-close, .ant-drawer-close').press('Enter')
          else await page.keyboard.press('Escape')
          await goneOn()
        }
        await expect(theirs.locator('[data-at]')).toHaveAttribute('data-no', at ?? '')
      }
    })

    await test.step('what is too far apart says why and where to go on, and takes nothing from what was chosen', async () => {
      await choose(page, texts.ours, dropped)
      await choose(page, texts.theirs, EXTRA)
      await page.keyboard.press('m')
      await expect(inFront(page).getByText(texts.beyondEach)).toBeVisible()
      await goneOn()
      await expect(line(texts.ours, dropped)).toHaveAttribute('aria-selected', 'true')
      await expect(line(texts.theirs, EXTRA)).toHaveAttribute('aria-selected', 'true')
      await expect(theirs.locator('[data-at]')).toContainText(EXTRA)
      await page.keyboard.press('x')
    })

    await test.step('lines of one break are proposed as a forced match from there', async () => {
      await choose(page, texts.ours, wide)
      await choose(page, texts.theirs, wide)
      await page.keyboard.press('m')
      await expect(dialog(page).getByRole('alert')).toContainText('60,000')
      await expect(dialog(page)).toContainText(words.breaks.enums.resolution.MATCH)
      await dialog(page).getByLabel(texts.resolveWhy, { exact: true }).fill('Khách trả cả phí')
      await page.keyboard.press('Control+Enter')
      await expect(dialog(page).getByText(pattern(words.bulk.result, { failed: 0 }))).toBeVisible()
      await page.keyboard.press('Escape')
      await goneOn()
      await expect(line(texts.theirs, wide)).toHaveAttribute('aria-selected', 'false')
    })

    await test.step('lines of two breaks are proposed as a forced match of both', async () => {
      await choose(page, texts.ours, near)
      await choose(page, texts.theirs, NEAR)
      await page.keyboard.press('m')
      const { sessionMatchTogetherText } = words.sessions.texts
      const shown = { breaks: 2, oursLines: 1, oursShown: '1,930,000', theirsLines: 1, theirsShown: '1,900,000', differenceShown: '30,000' }
      await expect(dialog(page)).toContainText(fill(sessionMatchTogetherText, shown))
      await expect(dialog(page).getByLabel(words.shared.fields.reason, { exact: true })).toBeFocused()
      await page.keyboard.insertText('Khách chuyển thiếu, ghi mã khác')
      await page.keyboard.press('Control+Enter')
      await goneOn()
      await expect(line(texts.theirs, NEAR)).toHaveAttribute('aria-selected', 'false')
    })

    await test.step('a second person agrees to both', async () => {
      await signIn(page, CHECKER, 'PP_QR', `${address}&tab=breaks`)
      await approveBreak(page, wide)
      await approveBreak(page, NEAR)
      await expect(breakRow(page, near)).toContainText(words.breaks.enums.breakStatus.RESOLVED)
    })
  },
)
