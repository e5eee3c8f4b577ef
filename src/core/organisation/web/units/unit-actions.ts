import { auditOf } from '#core/audit/contract/audit.ts'
import { type listHoldings, setSingleHanded } from '#core/cash/contract/holdings.ts'
import { moveStaffMember, searchStaff } from '#core/organisation/contract/staff.ts'
import { searchUnits } from '#core/organisation/contract/unit.ts'
import { changeUnitStatus, createUnit, listUnits, removeUnit, updateUnit } from '#core/organisation/contract/unit-changes.ts'
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
  invalidates: [auditOf, searchStaff, listUnits],
  when: ({ status }) => status !== 'CLOSED',
})

type Holding = RowOf<typeof listHoldings>

/** Whether one person works at the unit: said at its vault. */
export const singleHanded: readonly Action<Holding>[] = ([true, false] as const).map((to) =>
  act<typeof setSingleHanded, Holding>(setSingleHanded, {
    key: to ? 'single' : 'several',
    when: (row) => row.kind === 'VAULT' && row.status !== 'CLOSED' && row.singleHanded !== to,
    toInput: () => ({ singleHanded: to }),
    invalidates: [auditOf],
  }),
)
