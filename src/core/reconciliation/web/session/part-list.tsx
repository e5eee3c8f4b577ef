import ReloadOutlined from '@ant-design/icons/ReloadOutlined'
import { Button } from 'antd'
import { type ReactNode, useMemo, useState } from 'react'
import { z } from 'zod'
import type { ListContract, RowOf } from '#kernel/contract.ts'
import type { LiveTopic } from '#kernel/live.ts'
import { today } from '#platform/web/api/server-time.ts'
import { useNames, useShellText } from '#platform/web/i18n.ts'
import type { Action, BulkAction } from '#platform/web/kit/actions/action.ts'
import { ActionHost, ActionLink, RowActions, useBulk } from '#platform/web/kit/actions/action-host.tsx'
import { BulkBar } from '#platform/web/kit/actions/bulk-bar.tsx'
import { ExportButton } from '#platform/web/kit/export/export-button.tsx'
import { ColumnChooser } from '#platform/web/kit/list/column-chooser.tsx'
import { NO_LAYOUT } from '#platform/web/kit/list/column-settings.ts'
import { type Column, type ColumnSpec, columnsOf } from '#platform/web/kit/list/columns.ts'
import { conditionsIn, withoutConditions } from '#platform/web/kit/list/conditions.ts'
import { DataTable } from '#platform/web/kit/list/data-table.tsx'
import { FilterBar } from '#platform/web/kit/list/filter-bar.tsx'
import { type FilterPlace, type FilterSpec, filterPlaces } from '#platform/web/kit/list/filters.ts'
import { ListNote } from '#platform/web/kit/list/list-note.tsx'
import { type FilterValues, formatListState, type ListState, parseListState } from '#platform/web/kit/list/list-state.ts'
import { askAgain, searchInput, useLastPage, useList } from '#platform/web/kit/list/use-list.ts'
import { useSelection } from '#platform/web/kit/list/use-selection.ts'
import { FieldValue } from '#platform/web/kit/value/field-value.tsx'
import { useLiveReads } from '#platform/web/live/live-reads.ts'
import { replaceAddress } from '#platform/web/shell/routing/navigation.ts'
import { useScreen } from '#platform/web/shell/routing/screen-context.ts'

interface Props<L extends ListContract> {
  contract: L
  /** What the record says of the rows: part of every question, and no condition of the reader's. */
  fixed: Readonly<Record<string, unknown>>
  /** Names in the address that are the page's own. */
  kept: readonly string[]
  live: LiveTopic
  filters: readonly FilterSpec[]
  columns: readonly ColumnSpec<RowOf<L>>[]
  /** What the table is called. */
  title: string
  nameOf: (row: RowOf<L>) => string
  actions?: readonly Action<RowOf<L>>[]
  bulk?: readonly BulkAction<RowOf<L>>[]
  tools?: ReactNode
  /** Said where there are no rows at all. */
  none?: string | undefined
}

const NONE: readonly never[] = []
const idOf = (row: unknown): string => String((row as { id: unknown }).id)

/** The state of a list that is a part of a record's page: in its address, beside what the page keeps there itself. */
function usePartState({ contract, fixed, kept }: Pick<Props<ListContract>, 'contract' | 'fixed' | 'kept'>) {
  const { address, tabId } = useScreen()
  const [path = '', query = ''] = address.split('?')
  const own = useMemo(() => {
    const state = parseListState(query, contract, [], today())
    return { ...state, filter: Object.fromEntries(Object.entries(state.filter).filter(([name]) => !(name in fixed))) }
  }, [query, contract, fixed])
  const state = useMemo(() => ({ ...own, filter: { ...own.filter, ...fixed } }), [own, fixed])
  const change = (next: ListState) => {
    const beside = new URLSearchParams([...new URLSearchParams(query)].filter(([name]) => kept.includes(name)))
    const wanted = [beside.toString(), formatListState(next, contract, [])].filter(Boolean).join('&')
    if (wanted !== query) replaceAddress(tabId, `${path}?${wanted}`)
  }
  return { own, state, change }
}

/** A list of a record's own rows on its page: filter, table, sums, pages, export, and what may be done with one row or several. */
export function PartList<L extends ListContract>(props: Props<L>) {
  const { contract, actions = NONE, nameOf } = props
  return (
    <ActionHost entity={contract.entity} schema={contract.row} actions={actions} nameOf={nameOf}>
      <Part {...props} />
    </ActionHost>
  )
}

function Part<L extends ListContract>({
  contract,
  title,
  fixed,
  kept,
  live,
  filters,
  columns: specs,
  actions = NONE,
  bulk: allBulk = NONE,
  tools,
  none,
}: Props<L>) {
  const t = useShellText()
  const names = useNames(contract.entity)
  const { own, state, change } = usePartState({ contract, fixed, kept })
  useLiveReads(live, contract)
  const [layout, setLayout] = useState(NO_LAYOUT)
  const places = useMemo(() => filterPlaces(contract.filter.shape as never, filters), [contract, filters])
  const schema = useMemo(() => schemaOf(contract, places), [contract, places])
  const columns = useMemo(
    () => columnsOf<RowOf<L>>(contract.row.shape as never, specs, (field) => names.field(contract.entity, field)).map(opening),
    [contract, specs, names],
  )
  const list = useList(contract, state)
  useLastPage({ ...list, page: state.page, size: state.size }, (page) => change({ ...own, page }))
  const bulk = useBulk(allBulk, contract.row)
  const selection = useSelection(list.rows, idOf, (row) => bulk.some((action) => action.when(row)), JSON.stringify(state.filter))
  const labelOf = (place: FilterPlace) => names.field(contract.entity, place.label)
  const show = (filter: FilterValues) => {
    const next = { ...own, filter, page: 1 }
    askAgain(contract, searchInput(state), searchInput({ ...next, filter: { ...filter, ...fixed } }), () => change(next))
  }
  return (
    <div className="bt-list rec-part">
      <FilterBar
        places={places}
        schema={schema}
        value={own.filter}
        label={labelOf}
        errors={list.fieldErrors}
        onSearch={show}
        onReset={() => show({})}
        primary={false}
      />
      <BulkBar actions={bulk} selection={selection} columns={columns} idOf={idOf}>
        {tools}
        <span className="bt-grow" />
        <ExportButton contract={contract} state={state} columns={columns} layout={layout} disabled={!list.total} />
        <ColumnChooser columns={columns} layout={layout} onChange={setLayout} />
        <Button icon={<ReloadOutlined />} aria-label={t('list.refresh')} title={t('list.refresh')} onClick={list.refresh} />
      </BulkBar>
      <DataTable
        label={t('list.tableOf', { name: title })}
        rows={list.error ? [] : list.rows}
        rowKey={idOf}
        columns={columns}
        layout={layout}
        onResize={(field, width) => setLayout({ ...layout, widths: { ...layout.widths, [field]: width } })}
        sums={list.sums}
        total={list.error ? null : list.total}
        page={state.page}
        size={state.size}
        onPage={(page, size) => change({ ...own, page, size })}
        sortKeys={contract.sortKeys}
        sort={state.sort}
        onSort={(sort) => change({ ...own, sort: sort ?? contract.defaultSort, page: 1 })}
        busy={list.busy}
        loading={list.loading}
        selection={bulk.length > 0 ? selection : undefined}
        actions={actions.some(({ place }) => place === 'row') ? (row) => <RowActions row={row} /> : undefined}
        empty={
          <ListNote
            error={list.error}
            onRetry={list.refresh}
            conditions={conditionsIn(places, schema, own.filter, labelOf)}
            onRemove={(some) => show(withoutConditions(schema, own.filter, some))}
            create={none && <span>{none}</span>}
          />
        }
      />
    </div>
  )
}

/** A column that opens an action is a button. */
function opening<Row>(column: Column<Row>): Column<Row> {
  const { opens, field, schema } = column
  if (!opens) return column
  const content = (row: Row) => {
    const value = (row as Record<string, unknown>)[field]
    return value === '' ? '…' : <FieldValue schema={schema} value={value} />
  }
  return {
    ...column,
    render: (row) => (
      <ActionLink action={opens} row={row}>
        {content(row)}
      </ActionLink>
    ),
  }
}

/** What the reader may narrow it by, without what the record says. */
function schemaOf({ filter }: ListContract, places: readonly FilterPlace[]): z.ZodObject {
  const shape = filter.shape as Record<string, z.ZodType>
  return z.object(Object.fromEntries(places.flatMap(({ fields }) => fields.map((field) => [field, shape[field] ?? z.unknown()]))))
}
