import { auditOf } from '#core/audit/contract/audit.ts'
import { moveStaffMember, type searchStaff } from '#core/organisation/contract/staff.ts'
import { searchUnits } from '#core/organisation/contract/unit.ts'
import { changeUnitStatus, createUnit, type listUnits, removeUnit, updateUnit } from '#core/organisation/contract/unit-changes.ts'
import type { RowOf } from '#kernel/contract.ts'
import type { Action } from '#platform/web/kit/actions/action.ts'
import { act, create, edit, remove } from '#platform/web/kit/actions/actions.tsx'
import { MoveFields, NewUnitFields } from './unit-fields.tsx'

export type Unit = RowOf<typeof listUnits>
export type Member = RowOf<typeof searchStaff>

const invalidates = [auditOf, searchUnits]

export const newUnit = create(createUnit, NewUnitFields, { invalidates })

/** What may be done with a unit, in its list and beside it. */
export const unitActions: readonly Action<Unit>[] = [
  edit(updateUnit, ['name', 'address', 'phone'], { invalidates, when: ({ status }) => status !== 'CLOSED' }),
  act(changeUnitStatus, { event: 'lock', danger: true, ask: ['reason'], invalidates }),
  act(changeUnitStatus, { event: 'unlock', ask: ['reason'], invalidates }),
  act(changeUnitStatus, { event: 'close', danger: true, ask: ['reason'], invalidates }),
  remove(removeUnit, { invalidates }),
]

export const moveMember = act<typeof moveStaffMember, Member>(moveStaffMember, {
  key: 'move',
  ask: MoveFields,
  invalidates: [auditOf],
  when: ({ status }) => status !== 'CLOSED',
})
