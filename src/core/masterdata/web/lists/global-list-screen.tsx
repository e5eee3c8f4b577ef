import {
  changeGlobalListStatus,
  findGlobalList,
  insertGlobalList,
  listGlobalLists,
  removeGlobalList,
  updateGlobalList,
} from '#core/masterdata/contract/lists/global-list.ts'
import { bulk, create, edit, remove } from '#platform/web/kit/actions/actions.tsx'
import { Field, Pair } from '#platform/web/kit/form/field.tsx'
import { StatusSwitch } from '#platform/web/kit/form/status-switch.tsx'
import { listScreen } from '#platform/web/kit/list/list-screen.tsx'
import { ListEntries } from './list-entries.tsx'

function Fields() {
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
      <ListEntries />
    </>
  )
}

const size = 1040
const NEW = { status: 'ACTIVE', entries: [{ status: 'ACTIVE' }] }

export default listScreen(listGlobalLists, {
  filters: ['text', 'status'],
  columns: [{ field: 'code', fixed: 'start' }, 'name', 'description', 'entries', 'status', 'updatedAt', 'updatedBy'],
  actions: [
    create(insertGlobalList, Fields, { size, values: () => NEW }),
    edit(updateGlobalList, Fields, { size, read: findGlobalList }),
    remove(removeGlobalList),
    bulk(changeGlobalListStatus, { event: 'lock', danger: true, facts: [({ name }) => name] }),
    bulk(changeGlobalListStatus, { event: 'unlock', facts: [({ name }) => name] }),
  ],
})
