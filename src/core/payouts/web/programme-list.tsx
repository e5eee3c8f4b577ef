import { PartnerSelect } from '#core/organisation/web/public.ts'
import { changeProgrammeStatus, createProgramme, listProgrammes, updateProgramme } from '#core/payouts/contract/programmes.ts'
import { bulk, create, edit } from '#platform/web/kit/actions/actions.tsx'
import { Field, Pair } from '#platform/web/kit/form/field.tsx'
import { listScreen } from '#platform/web/kit/list/list-screen.tsx'

function Fields({ record }: { record: unknown }) {
  return (
    <>
      {record === undefined && (
        <>
          <Field name="code" />
          <Field name="partnerId" chosen>
            <PartnerSelect />
          </Field>
        </>
      )}
      <Field name="name" />
      <Pair>
        <Field name="kind" />
        <Field name="unpaid" />
      </Pair>
      <Field name="tolerance" />
      <Field name="listDay" />
      <Field name="reportDay" />
    </>
  )
}

/** What payers pay for month by month, and what becomes of money that nobody fetches. */
export default listScreen(listProgrammes, {
  filters: ['text', 'kind', 'status'],
  columns: [
    { field: 'code', fixed: 'start' },
    { field: 'name', width: 260 },
    { field: 'partnerName', width: 220 },
    'kind',
    'unpaid',
    'tolerance',
    'listDay',
    'reportDay',
    'status',
    'updatedAt',
    'updatedBy',
  ],
  nameOf: ({ name }) => name,
  actions: [
    create(createProgramme, Fields, { values: () => ({ tolerance: 50 }) }),
    edit(updateProgramme, Fields),
    bulk(changeProgrammeStatus, { event: 'lock', danger: true, facts: ['name'] }),
    bulk(changeProgrammeStatus, { event: 'unlock', facts: ['name'] }),
  ],
})
