import { findGlobalList } from '#core/masterdata/contract/lists/global-list.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels } from '#platform/web/i18n.ts'
import type { DialogProps } from '#platform/web/kit/actions/action.ts'
import { show } from '#platform/web/kit/actions/actions.tsx'
import { FieldTable } from '#platform/web/kit/detail/field-table.tsx'
import { RecordDrawer } from '#platform/web/kit/detail/record-drawer.tsx'
import { words } from '../words.ts'

/** The values of a global list beside it, in their order. */
export const viewEntries = show(EntriesDrawer, { key: 'entries' })

function EntriesDrawer({ row: { code }, onClose }: DialogProps<{ code: string }>) {
  const labels = useLabels(words)
  const query = useContractQuery(findGlobalList, { code }, { quiet: true })
  return (
    <RecordDrawer query={query} size={820} title={({ name }) => `${name} (${code})`} onClose={onClose}>
      {({ entries }) => (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long list is scrolled by keyboard
        <section aria-label={labels.text('listEntries')} tabIndex={0}>
          <FieldTable
            entity="masterdata.listEntry"
            schema={findGlobalList.output.shape.entries.element}
            rows={entries}
            rowKey={({ key }) => key}
            fields={['key', 'value', 'valueEn', 'description', 'status']}
          />
        </section>
      )}
    </RecordDrawer>
  )
}
