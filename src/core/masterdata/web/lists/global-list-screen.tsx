import {
  changeGlobalListStatus,
  findGlobalList,
  insertGlobalList,
  listGlobalLists,
  removeGlobalList,
  updateGlobalList,
} from '#core/masterdata/contract/lists/global-list.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { bulk, create, edit, remove } from '#platform/web/kit/actions/actions.tsx'
import { Field, Pair } from '#platform/web/kit/form/field.tsx'
import { RowTable } from '#platform/web/kit/form/row-table.tsx'
import { StatusSwitch } from '#platform/web/kit/form/status-switch.tsx'
import { listScreen } from '#platform/web/kit/list/list-screen.tsx'
import { words } from '../words.ts'
import { viewEntries } from './list-entries.tsx'

const START = { status: 'ACTIVE' }
const ENTRY = ['key', 'value', 'valueEn', 'description', { field: 'status', input: <StatusSwitch size="small" /> }] as const

function Fields() {
  const labels = useLabels(words)
  return (
    <>
      <Pair>
        <Field name="code" />
        <Field name="name" />
        <Field name="status">
          <StatusSwitch />
        </Field>
      </Pair>
      <Field name="description" />
      <RowTable name="entries" title={labels.text('listEntries')} entity="masterdata.listEntry" columns={ENTRY} start={() => START} ordered />
    </>
  )
}

const size = 1040
const NEW = { ...START, entries: [START] }

export default listScreen(listGlobalLists, {
  filters: ['text', 'status'],
  columns: [{ field: 'code', fixed: 'start', opens: viewEntries }, 'name', 'description', 'entries', 'status', 'updatedAt', 'updatedBy'],
  actions: [
    viewEntries,
    create(insertGlobalList, Fields, { size, values: () => NEW }),
    edit(updateGlobalList, Fields, { size, read: findGlobalList }),
    remove(removeGlobalList),
    bulk(changeGlobalListStatus, { event: 'lock', danger: true, facts: ['name'] }),
    bulk(changeGlobalListStatus, { event: 'unlock', facts: ['name'] }),
  ],
})
