/** Each kind of break read, and one way out of each. */
import type { Page } from '@playwright/test'
import { addDays } from '#kernel/dates.ts'
import { qrReconciliation } from '#subsystems/qr/contract/reconciliation.ts'
import { paths } from '#subsystems/qr/web/paths.ts'
import type { Entry } from '../src/app/simulator/statements/sealing.ts'
import { bankChannel } from './support/partner.ts'
import { expect, signIn, test, VI } from './support/portal.ts'
import { answer, approveBreak, bookedOn, breakRow, CHECKER, clerkAt, dayBefore, dialog, MAKER, press, setupOf, statementOf } from './support/reconciliation.ts'
import { demoDatabase } from './support/server.ts'
import { words } from './support/words.ts'

const EXTRA = 'LA990000000002'
const DONG = 100n

test('each kind of break is read, and resolved alone, by two or several at once', VI, async ({ page, server }) => {
  const setup = await setupOf('QR-VCB')
  const to = await dayBefore(setup)
  const from = addDays(to, -3)
  const bank = await bankChannel(server.origin)
  const at = `${from}T09:00:00+07:00`
  const paid = (amount: number, account?: string) => bank.paidAt(String(amount), at, account)
  const [dear, twice, dropped, later] = [await paid(1_100_000), await paid(1_200_000), await paid(1_300_000), await paid(1_400_000)]
  const [one, other] = [await paid(1_500_000, '111122223333'), await paid(1_500_000, '444455556666')]
  const unknown = (await bank.lost('1600000', undefined, at)).externalRef
  const booked = await bookedOn(setup, from, [unknown])
  const of = (reference: string) => booked.find((entry) => entry.reference === reference) as Entry
  const file = await statementOf(
    'XLSX',
    setup,
    from,
    [
      { ...of(dear), amount: of(dear).amount + 50_000n * DONG },
      ...[of(twice), of(twice), of(unknown)],
      // References of two payments of one amount have changed places.
      { ...of(other), reference: one },
      { ...of(one), reference: other },
      { ...of(dear), reference: EXTRA, account: '990000000002', amount: 77_000n * DONG },
      { ...of(later), day: to },
    ],
    to,
  )
  const clerk = await clerkAt(server.origin, qrReconciliation, 'PP_QR')
  const id = await clerk.reviewed(setup, from, file, to)
  const address = `${paths.reconciliationSession}?id=${id}`
  const found = await demoDatabase().selectFrom('reconciliation.break').select(['kind', 'reference']).where('session_id', '=', id).execute()
  const ambiguous = found.find(({ kind }) => kind === 'AMBIGUOUS')?.reference ?? ''
  const { breakKind, breakStatus } = words.breaks.enums

  await test.step('each kind of break says why it is one', async () => {
    await signIn(page, MAKER, 'PP_QR', `${address}&tab=breaks`)
    const kinds = {
      AMOUNT: dear,
      DUPLICATE: twice,
      MISSING_THEIRS: dropped,
      DATE: later,
      AMBIGUOUS: ambiguous,
      STATUS: unknown,
      MISSING_OURS: EXTRA,
    } as const
    for (const [kind, reference] of Object.entries(kinds)) {
      await breakRow(page, reference).getByRole('button', { name: reference, exact: true }).press('Enter')
      await expect(dialog(page).locator('.rec-why')).toContainText(reference)
      await expect(dialog(page).getByText(breakKind[kind as keyof typeof kinds], { exact: true })).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }
  })

  const resolve = async (
    references: readonly string[],
    status: keyof typeof breakStatus,
    ...how: Parameters<typeof answer> extends [Page, ...infer R] ? R : never
  ) => {
    for (const reference of references) await breakRow(page, reference).getByRole('checkbox').press('Space')
    await press(page, words.breaks.actions.resolve)
    await answer(page, ...how)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    for (const reference of references) await expect(breakRow(page, reference)).toContainText(breakStatus[status])
  }

  await test.step('without money one person decides; with money it is proposed, for several breaks at once', async () => {
    await resolve([dropped], 'RESOLVED', 'DISPUTE', 'Đề nghị ngân hàng đối chiếu lại')
    await resolve([dear, twice], 'PROPOSED', 'ADJUST', 'Chờ xử lý theo biên bản')
    await resolve([later, ambiguous], 'PROPOSED', 'MATCH', 'Đã kiểm tra chứng từ hai bên')
    await resolve([unknown], 'PROPOSED', 'OUTCOME', 'Sao kê đã ghi có', 'SUCCEEDED')
    await resolve([EXTRA], 'PROPOSED', 'WRITE_OFF', 'Không rõ nguồn tiền')
  })

  await test.step('a second person agrees to each', async () => {
    await signIn(page, CHECKER, 'PP_QR', `${address}&tab=breaks`)
    for (const reference of [dear, twice, later, ambiguous, unknown, EXTRA]) await approveBreak(page, reference)
  })
})
