import { Drawer, Input, Skeleton, Switch } from 'antd'
import { findGlobalList, insertGlobalList, listGlobalLists, removeGlobalList, updateGlobalList } from '#core/masterdata/contract/lists/global-list.ts'
import type { OutputOf, RowOf } from '#kernel/contract.ts'
import { useLabels, useNames } from '#platform/web/i18n.ts'
import { CommandDialog } from '#platform/web/kit/actions/command-dialog.tsx'
import { FormDrawer, FormField } from '#platform/web/kit/form/form-drawer.tsx'
import { useFormData } from '#platform/web/kit/form/use-form-data.ts'
import { words } from '../words.ts'
import { type EntryValues, ListEntries } from './list-entries.tsx'

export type GlobalList = RowOf<typeof listGlobalLists>
type Found = OutputOf<typeof findGlobalList>

const READS = [listGlobalLists, findGlobalList]
const WIDTH = 1040

const statusOf = (active: unknown) => (active === false ? 'LOCKED' : 'ACTIVE')

/** From the rows of the form to those of the contract. */
function entriesOf(values: unknown): unknown[] {
  return ((values ?? []) as EntryValues[]).map(({ key = '', value = '', valueEn, description, active }) => ({
    key,
    value,
    valueEn,
    description,
    status: statusOf(active),
  }))
}

function ListFields({ create }: { create: boolean }) {
  const labels = useLabels(words)
  const label = labels.fields('globalList')
  return (
    <>
      <div className="bt-form-pair">
        {create && (
          <FormField name="code" label={label('code')}>
            <Input autoComplete="off" spellCheck={false} className="bt-num" autoFocus />
          </FormField>
        )}
        <FormField name="name" label={label('name')}>
          <Input autoComplete="off" />
        </FormField>
        {!create && (
          <FormField name="active" label={labels.enumValue('masterdata.status', 'ACTIVE')} valuePropName="checked">
            <Switch />
          </FormField>
        )}
      </div>
      <FormField name="description" label={label('description')}>
        <Input.TextArea autoSize={{ minRows: 1, maxRows: 4 }} />
      </FormField>
      <ListEntries />
    </>
  )
}

export function GlobalListCreate({ onClose }: { onClose: () => void }) {
  const labels = useLabels(words)
  return (
    <FormDrawer
      contract={insertGlobalList}
      title={labels.text('listCreate')}
      done={labels.text('saved')}
      invalidates={READS}
      size={WIDTH}
      initial={{ entries: [{ active: true }] satisfies EntryValues[] }}
      toInput={({ entries, ...values }) => ({ ...values, entries: entriesOf(entries) })}
      onClose={onClose}
    >
      <ListFields create />
    </FormDrawer>
  )
}

export function GlobalListEdit({ code, onClose }: { code: string; onClose: () => void }) {
  const { data } = useFormData(findGlobalList, { code })
  if (!data)
    return (
      <Drawer open size={WIDTH} onClose={onClose} title={code}>
        <Skeleton active paragraph={{ rows: 8 }} />
      </Drawer>
    )
  return <EditForm list={data} onClose={onClose} />
}

function EditForm({ list, onClose }: { list: Found; onClose: () => void }) {
  const labels = useLabels(words)
  const names = useNames('masterdata.globalList')
  const { id, version, code } = list
  const valuesOf = ({ name, description, status, entries }: Record<string, unknown>) => ({
    name,
    description,
    active: status === 'ACTIVE',
    entries: (entries as Found['entries']).map(({ status: own, ...entry }) => ({ ...entry, active: own === 'ACTIVE' })),
  })
  return (
    <FormDrawer
      contract={updateGlobalList}
      title={labels.text('listEdit', { code })}
      done={labels.text('saved')}
      invalidates={READS}
      size={WIDTH}
      initial={valuesOf(list)}
      record={{
        version,
        valuesOf,
        label: (field) => (field === 'active' ? names.enumValue('masterdata.status', 'ACTIVE') : names.field('masterdata.globalList', field)),
      }}
      toInput={({ entries, active, ...values }, ground) => ({ id, version: ground, ...values, status: statusOf(active), entries: entriesOf(entries) })}
      onClose={onClose}
    >
      <ListFields create={false} />
    </FormDrawer>
  )
}

export function GlobalListRemove({ list: { id, version, code, entries }, onClose }: { list: GlobalList; onClose: () => void }) {
  const labels = useLabels(words)
  return (
    <CommandDialog
      contract={removeGlobalList}
      input={{ id, version }}
      title={labels.text('listRemove', { code })}
      text={labels.text('listRemoveText', { count: entries })}
      submit={labels.action('remove')}
      done={labels.text('removed')}
      danger
      invalidates={[listGlobalLists]}
      onClose={onClose}
    />
  )
}
