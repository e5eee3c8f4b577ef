import { UnitSelect } from '#core/organisation/web/public.ts'
import { create, show } from '#platform/web/kit/actions/actions.tsx'
import { Field, Pair } from '#platform/web/kit/form/field.tsx'
import { listScreen } from '#platform/web/kit/list/list-screen.tsx'
import { createPeriod, listPeriods, periodsTopic } from '../contract/periods.ts'
import { periodActions } from './period-actions.ts'
import { PeriodDrawer } from './period-drawer.tsx'

const view = show(PeriodDrawer)

function Fields() {
  return (
    <>
      <Pair>
        <Field name="service" />
        <Field name="granularity" />
      </Pair>
      <Pair>
        <Field name="unitId">
          <UnitSelect />
        </Field>
        <Field name="startsOn" />
      </Pair>
    </>
  )
}

/** Periods by service and unit: where each stands, and what holds it up. */
export default listScreen(listPeriods, {
  live: periodsTopic,
  filters: ['service', { field: 'unitId', input: UnitSelect }, 'granularity', 'status', { range: ['from', 'to'], label: 'startsOn', days: 0 }],
  columns: [
    { field: 'code', fixed: 'start', opens: view },
    { field: 'service', width: 120 },
    { field: 'unitName', width: 170 },
    { field: 'startsOn', width: 112 },
    { field: 'endsOn', width: 110 },
    { field: 'status', width: 150 },
    { field: 'blockers', width: 140 },
    'submittedBy',
    'closedBy',
    'closedAt',
    'snapshotCode',
    { field: 'granularity', hidden: true },
    { field: 'checkedAt', hidden: true },
    { field: 'submittedAt', hidden: true },
  ],
  actions: [
    // A new period is opened at once: what holds it up is the next question.
    create(createPeriod, Fields, { values: () => ({ granularity: 'MONTH' }), onDone: ({ id }, { open }) => open(view, { id }) }),
    ...periodActions,
  ],
})
