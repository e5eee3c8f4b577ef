import { changeCategoryStatus, createCategory, listCategories, updateCategory } from '#core/incidents/contract/categories.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { bulk, create, edit } from '#platform/web/kit/actions/actions.tsx'
import { Field, Pair } from '#platform/web/kit/form/field.tsx'
import { listScreen } from '#platform/web/kit/list/list-screen.tsx'
import { words } from './words.ts'

function Fields({ record }: { record: unknown }) {
  const labels = useLabels(words)
  return (
    <>
      {record === undefined && <Field name="code" />}
      <Pair>
        <Field name="name" />
        <Field name="nameEn" />
      </Pair>
      <Pair>
        <Field name="priority" />
        <Field name="resolutionHours" help={labels.text('resolutionHoursHint')} />
      </Pair>
      <Field name="needsRecord" />
      <Field name="needsEvidence" />
      <Field name="twoPeople" />
      <Field name="secondTier" />
      <Field name="position" />
    </>
  )
}

/** What incidents are about, how urgent they are from the start, how long they may take and who decides. */
export default listScreen(listCategories, {
  filters: ['text', 'priority', 'status'],
  columns: [
    { field: 'position', width: 110 },
    { field: 'code', width: 170 },
    { field: 'name', width: 260 },
    { field: 'nameEn', width: 240, hidden: true },
    'priority',
    { field: 'resolutionHours', width: 130 },
    'needsRecord',
    'needsEvidence',
    'twoPeople',
    'secondTier',
    'status',
    'updatedAt',
    'updatedBy',
  ],
  nameOf: ({ name }) => name,
  actions: [
    create(createCategory, Fields, {
      key: 'createCategory',
      size: 640,
      values: () => ({ priority: 'NORMAL', needsRecord: true, needsEvidence: false, twoPeople: false, secondTier: false, position: 100 }),
    }),
    edit(updateCategory, Fields, { size: 640 }),
    bulk(changeCategoryStatus, { event: 'lock', danger: true, facts: ['name'] }),
    bulk(changeCategoryStatus, { event: 'unlock', facts: ['name'] }),
  ],
})
