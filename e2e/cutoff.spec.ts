import { fill } from '#kernel/language.ts'
import { CHECKER, closeByTwo, dayBack, isNow, MAKER, openPeriod, period, press, reopenByTwo } from './support/cut-off.ts'
import { EN, expect, rows, test } from './support/portal.ts'
import { makeJournal, makePeriod } from './support/records.ts'
import { pattern, words } from './support/words.ts'

const UNIT = '010101'
const [BEFORE, DAY, AFTER] = [dayBack(46), dayBack(45), dayBack(44)]

test('a day is cut off by two, reopened by two, and both closings stand side by side', EN, async ({ page }) => {
  const [earlier, code] = [await makePeriod(UNIT, BEFORE), await makePeriod(UNIT, DAY)]
  await makeJournal(UNIT, DAY, DAY, 1_000_000)

  await test.step('the checklist names what blocks it, and leads there', async () => {
    await openPeriod(page, MAKER, code)
    await press(page, code, 'check')
    await isNow(page, code, 'CHECKING')
    await expect(period(page, code).getByRole('button', { name: words.cutOff.actions.submit, exact: true })).toHaveCount(0)
    await period(page, code)
      .getByRole('link', { name: pattern(earlier) })
      .click()
    await expect(rows(page)).toHaveCount(1)
    await expect(rows(page)).toContainText(earlier)
    await closeByTwo(page, earlier, `${earlier}/1`)
  })

  await test.step('it closes by two; what comes late is listed', async () => {
    await closeByTwo(page, code, `${code}/1`)
    await makeJournal(UNIT, AFTER, DAY, 250_000)
    await openPeriod(page, CHECKER, code)
    await expect(period(page, code).getByText(`Adjustment of ${DAY}`)).toBeVisible()
  })

  await test.step('it is reopened by two', async () => {
    await reopenByTwo(page, code, 'A journal is missing')
  })

  await test.step('closed again, it shows what the adjustment has changed', async () => {
    await makeJournal(UNIT, DAY, DAY, 500_000)
    await closeByTwo(page, code, `${code}/2`)
    await expect(period(page, code).getByText(fill(words.cutOff.texts.difference, { code: `${code}/2`, before: `${code}/1` }))).toBeVisible()
    await expect(period(page, code).getByRole('row').filter({ hasText: '1,500,000' }).first()).toContainText('500,000')
  })
})
