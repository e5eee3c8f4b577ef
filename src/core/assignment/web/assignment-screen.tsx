import { Form } from 'antd'
import { assignBusinesses, endAssignment, listAssignments } from '#core/assignment/contract/assignment.ts'
import { today } from '#platform/web/api/server-time.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { act, create } from '#platform/web/kit/actions/actions.tsx'
import { Field, Pair } from '#platform/web/kit/form/field.tsx'
import { listScreen } from '#platform/web/kit/list/list-screen.tsx'
import { PeopleSelect, UnitsSelect } from './subject-selects.tsx'
import { words } from './words.ts'

/** Services of units and of people, from a day on: of at least one. */
function AssignFields() {
  const labels = useLabels(words)
  const form = Form.useFormInstance()
  const nobody = (units: unknown) => {
    const people: unknown = form.getFieldValue('userIds')
    return [units, people].every((chosen) => !Array.isArray(chosen) || chosen.length === 0) ? labels.text('chooseSubject') : undefined
  }
  return (
    <>
      <Field name="unitIds" check={nobody} dependencies={['userIds']}>
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
      ask: ['endsFrom', 'reason'],
      values: () => ({ endsFrom: today() }),
      when: ({ validTo }) => validTo === null || validTo >= today(),
    }),
  ],
})
