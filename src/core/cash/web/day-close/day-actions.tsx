import { auditOf } from '#core/audit/contract/audit.ts'
import { askReopening, closeDay, giveBackDay, type listDays, openDay, startCounting, submitDay } from '#core/cash/contract/day-close/days.ts'
import { UnitSelect } from '#core/organisation/web/public.ts'
import type { RowOf } from '#kernel/contract.ts'
import type { Action } from '#platform/web/kit/actions/action.ts'
import { act, create } from '#platform/web/kit/actions/actions.tsx'
import { Field } from '#platform/web/kit/form/field.tsx'

type Day = Omit<RowOf<typeof listDays>, 'closing'>

const invalidates = [auditOf]
const OFFICES: readonly Day['unitLevel'][] = ['POST_OFFICE', 'PAYOUT_POINT']
const hasUnitsBelow = ({ unitLevel }: Day) => !OFFICES.includes(unitLevel)

function WhichUnit() {
  return (
    <Field name="unitId">
      <UnitSelect />
    </Field>
  )
}

export const openOneDay = create(openDay, WhichUnit, { key: 'openDay' })

/** What may be done with a day, in the list and on its page. */
export const dayActions: readonly Action<Day>[] = [
  act(startCounting, { key: 'startCounting', invalidates }),
  act(submitDay, { key: 'submitDay', invalidates }),
  act(closeDay, { key: 'closeDay', invalidates }),
  act(submitDay, { key: 'submitLate', ask: ['lateReason'], when: hasUnitsBelow, invalidates }),
  act(giveBackDay, { key: 'giveBack', ask: ['reason'], danger: true, invalidates }),
  act(askReopening, { key: 'reopenDay', ask: ['reason'], danger: true, invalidates }),
]
