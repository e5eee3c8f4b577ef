import { assignBusinesses, assignmentUsers, endAssignment, listAssignments } from '#core/assignment/contract/assignment.ts'
import { searchUnits } from '#core/organisation/contract/unit.ts'
import { localDate } from '#kernel/dates.ts'
import { act, create } from '#platform/web/kit/actions/actions.tsx'
import { Field, Pair } from '#platform/web/kit/form/field.tsx'
import { RemoteMultiSelect } from '#platform/web/kit/form/remote-select.tsx'
import type { FilterInputProps } from '#platform/web/kit/list/filters.ts'
import { listScreen } from '#platform/web/kit/list/list-screen.tsx'

const UnitsSelect = (props: FilterInputProps) => (
  <RemoteMultiSelect
    {...props}
    contract={searchUnits}
    search={(text) => ({ text })}
    option={({ id, code, name }) => ({ value: id, label: `${name} (${code})` })}
  />
)

const PeopleSelect = (props: FilterInputProps) => (
  <RemoteMultiSelect
    {...props}
    contract={assignmentUsers}
    search={(text) => ({ text })}
    option={({ id, account, fullName }) => ({ value: id, label: `${fullName} (${account})` })}
  />
)

/** Services of units and of people, from a day on. */
function AssignFields() {
  return (
    <>
      <Field name="unitIds">
        <UnitsSelect />
      </Field>
      <Field name="userIds">
        <PeopleSelect />
      </Field>
      <Field name="businesses" />
      <Field name="verdict" />
      <Pair>
        <Field name="validFrom" />
        <Field name="validTo" />
      </Pair>
      <Field name="reason" />
    </>
  )
}

const today = () => localDate(new Date())

export default listScreen(listAssignments, {
  filters: ['text', 'subject', 'business', 'verdict', 'inForceOn'],
  columns: [
    { field: 'subjectCode', fixed: 'start' },
    'subjectName',
    'subject',
    'business',
    'verdict',
    'validFrom',
    'validTo',
    'reason',
    'updatedBy',
    'updatedAt',
  ],
  nameOf: ({ subjectName }) => subjectName,
  actions: [
    create(assignBusinesses, AssignFields, { key: 'assign', size: 560, values: () => ({ verdict: 'REFUSED', validFrom: today() }) }),
    act(endAssignment, {
      danger: true,
      ask: ['lastDay', 'reason'],
      values: () => ({ lastDay: today() }),
      when: ({ validTo }) => validTo === null || validTo >= today(),
    }),
  ],
})
