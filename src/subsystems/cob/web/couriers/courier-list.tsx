import { UnitSelect } from '#core/organisation/web/public.ts'
import { act, create, edit, show } from '#platform/web/kit/actions/actions.tsx'
import { listScreen } from '#platform/web/kit/list/list-screen.tsx'
import { changeCourier, closeCourier, createCourier, findCourier, listCouriers, lockCourier, unlockCourier } from '../../contract/couriers.ts'
import { depositCode } from '../deposits/deposit-code.tsx'
import { CourierDrawer } from './courier-drawer.tsx'
import { CourierTerms, NewCourier } from './courier-fields.tsx'
import { StaffSelect } from './staff-select.tsx'

const view = show(CourierDrawer)
const invalidates = [findCourier]

/** Postmen, what each holds, and how that compares with the most that he is to hold. */
export default listScreen(listCouriers, {
  filters: ['text', { field: 'unitId', input: UnitSelect }, 'ceilingState', 'status'],
  columns: [
    { field: 'code', fixed: 'start', opens: view },
    'name',
    'unitName',
    'route',
    'held',
    'ceiling',
    { field: 'ceilingState', width: 140 },
    { field: 'status', width: 140 },
    'phone',
    'updatedAt',
    'updatedBy',
    { field: 'staffName', hidden: true },
    { field: 'ceilingPolicy', hidden: true },
    { field: 'createdAt', hidden: true },
  ],
  nameOf: ({ name }) => name,
  actions: [
    create(createCourier, NewCourier, { values: () => ({ ceilingPolicy: 'WARN' }) }),
    depositCode,
    edit(changeCourier, CourierTerms, {
      when: ({ status }) => status !== 'CLOSED',
      show: (field, value) => (field === 'staffId' && typeof value === 'string' ? <StaffSelect.Name value={value} /> : undefined),
      invalidates,
    }),
    act(lockCourier, { danger: true, ask: ['reason'], invalidates }),
    act(unlockCourier, { invalidates }),
    act(closeCourier, { danger: true, ask: ['reason'], invalidates }),
  ],
})
