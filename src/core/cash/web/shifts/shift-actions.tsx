import { auditOf } from '#core/audit/contract/audit.ts'
import type { RowOf } from '#kernel/contract.ts'
import type { Action } from '#platform/web/kit/actions/action.ts'
import { act } from '#platform/web/kit/actions/actions.tsx'
import { Field } from '#platform/web/kit/form/field.tsx'
import { openAddress } from '#platform/web/shell/routing/navigation.ts'
import { myCount } from '../../contract/counts.ts'
import { type listShifts, takeOverShift } from '../../contract/shifts.ts'
import { StaffSelect } from '../staff-select.tsx'
import type { CashPaths } from './paths.ts'

type Shift = RowOf<typeof listShifts>

function TakeOverFields() {
  return (
    <>
      <Field name="witnessId">
        <StaffSelect />
      </Field>
      <Field name="reason" />
    </>
  )
}

/** What a supervisor may do with a shift; taking it over begins its closing count. */
export const shiftActions = ({ counting }: Pick<CashPaths, 'counting'>): readonly Action<Shift>[] => [
  act(takeOverShift, {
    key: 'takeOver',
    danger: true,
    ask: TakeOverFields,
    when: ({ status }: Shift) => status !== 'CLOSED',
    invalidates: [auditOf, myCount],
    onDone: () => openAddress(counting),
  }),
]
