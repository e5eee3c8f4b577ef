import ReloadOutlined from '@ant-design/icons/ReloadOutlined'
import { Button } from 'antd'
import { type ComponentType, type ReactNode, useEffect, useMemo } from 'react'
import type { FilterOf, ListContract, RowOf } from '#kernel/contract.ts'
import { localDate } from '#kernel/dates.ts'
import { labelNamesOf } from '#kernel/labels.ts'
import type { LiveTopic } from '#kernel/live.ts'
import { fieldMeta } from '#kernel/primitives.ts'
import { type Names, titleOf, useNames, useShellText, wantLabels } from '../../i18n.ts'
import { PageTools } from '../../shell/frame/page-tools.tsx'
import { PageLink } from '../../shell/routing/page-link.tsx'
import { useScreen } from '../../shell/routing/screen-context.ts'
import type { TabHint } from '../../shell/tabs/tab-hint.ts'
import { setTabHints } from '../../shell/tabs/tab-store.ts'
import type { Action, BulkAction } from '../actions/action.ts'
import { ActionHost, ActionLink, CreateAction, PageActions, RowActions, useBulk, useHasPrimary } from '../actions/action-host.tsx'
import type { Worded } from '../actions/action-words.ts'
import { BulkBar } from '../actions/bulk-bar.tsx'
import { ExportButton } from '../export/export-button.tsx'
import { FieldValue } from '../value/field-value.tsx'
import { useArrangement } from '../views/use-arrangement.ts'
import { ViewsMenu } from '../views/views-menu.tsx'
import { ColumnChooser } from './column-chooser.tsx'
import { type Column, type ColumnSpec, columnsOf } from './columns.ts'
import { conditionsIn, withoutConditions } from './conditions.ts'
import { DataTable } from './data-table.tsx'
import { FilterBar } from './filter-bar.tsx'
import { dateDefaults, type FilterPlace, type FilterSpec, filterPlaces } from './filters.ts'
import { listHint } from './list-hint.ts'
import { ListNote } from './list-note.tsx'
import { type DateDefault, type ListState, parseListState } from './list-state.ts'
import { NewRows } from './new-rows.tsx'
import { askAgain, searchInput, useLastPage, useList } from './use-list.ts'
import { useListState } from './use-list-state.ts'
import { useSelection } from './use-selection.ts'

type FieldOf<L> = L extends ListContract<infer F> ? Extract<keyof F, string> : string

export interface ListScreenOptions<L extends ListContract> {
  /** Columns in order; all fields of the row when left out. The first one links to the detail. */
  columns?: readonly ColumnSpec<RowOf<L>>[]
  /** Filters in order; all of the contract when left out. */
  filters?: readonly FilterSpec<FieldOf<L>>[]
  /** What may be done on the page, with a row, and with several rows at once. */
  actions?: readonly (Action<RowOf<L>> | BulkAction<RowOf<L>>)[]
  /** What a row is called in headings and questions, where the first column is not enough. */
  nameOf?: (row: RowOf<L>) => string
  /** Address of a row's detail, opened as a page of its own. */
  detailPath?: (row: RowOf<L>) => string
  /** What else stands left of export and refresh; given what the list is narrowed to. */
  toolbar?: ComponentType<{ filter: FilterOf<L> }>
  /** Over the filter: a choice of what is looked at, too wide for the line of the title. */
  above?: ComponentType
  /** Says over the open list how many rows are new when this has changed. */
  live?: LiveTopic
}

/** Says what it is about and what may be done on it: src/app/action-words.test.ts. */
type ListComponent = ComponentType & { entity: string; actions: readonly Worded[] }

const idOf = (row: unknown): string => String((row as { id?: unknown }).id)

/** A list from its contract: filter bar, table, pages, sums and export, all of its state in the address. Called once, when the screen's file is loaded. */
export function listScreen<L extends ListContract>(contract: L, options: ListScreenOptions<L> = {}): ListComponent {
  wantLabels([contract.entity, ...labelNamesOf(contract.filter), ...labelNamesOf(contract.row)])
  const places = filterPlaces(contract.filter.shape as never, options.filters)
  const all = options.actions ?? []
  const facts: Facts<L> = {
    contract,
    options,
    places,
    dates: dateDefaults(places),
    actions: all.filter((action) => action.place !== 'bulk'),
    bulk: all.filter((action) => action.place === 'bulk'),
  }
  return Object.assign(() => <Hosted facts={facts} />, { entity: contract.entity, actions: all as readonly Worded[] })
}

interface Facts<L extends ListContract> {
  contract: L
  options: ListScreenOptions<L>
  places: readonly FilterPlace[]
  dates: readonly DateDefault[]
  actions: readonly Action<RowOf<L>>[]
  bulk: readonly BulkAction<RowOf<L>>[]
}

function Hosted<L extends ListContract>({ facts }: { facts: Facts<L> }) {
  const { contract, options, actions } = facts
  const names = useNames(contract.entity)
  return (
    <ActionHost
      entity={contract.entity}
      schema={contract.row}
      actions={actions}
      nameOf={options.nameOf ?? ((row) => firstValue(contract, options.columns, names, row))}
    >
      <ListScreen facts={facts} />
    </ActionHost>
  )
}

/** Tells the tab of a list from others of it. */
function useTabHints(tabId: string, hints: readonly TabHint[]): void {
  useEffect(() => setTabHints(tabId, hints))
}

/** What the first column says of a row. */
function firstValue<L extends ListContract>({ row: { shape } }: L, columns: ListScreenOptions<L>['columns'], names: Names, row: RowOf<L>): string {
  const first = columns?.[0] ?? Object.keys(shape).find((field) => field !== 'id') ?? ''
  const field = typeof first === 'string' ? first : first.field
  const { kind, labels } = fieldMeta(shape[field] as never)
  const value = String((row as Record<string, unknown>)[field] ?? '')
  return kind === 'enum' && labels ? names.enumValue(labels, value) : value
}

function useColumns<L extends ListContract>({ contract, options }: Facts<L>, names: Names): Column<RowOf<L>>[] {
  return useMemo(() => {
    const label = (field: string) => names.field(contract.entity, field)
    return linked(columnsOf<RowOf<L>>(contract.row.shape as never, options.columns, label), options.detailPath)
  }, [contract, options, names])
}

function ListScreen<L extends ListContract>({ facts }: { facts: Facts<L> }) {
  const { contract, options, places, dates, actions } = facts
  const { toolbar: Toolbar, above: Above } = options
  const t = useShellText()
  const screen = useScreen()
  const names = useNames(contract.entity)
  const today = localDate(new Date())
  const address = useListState(contract, dates)
  const { state } = address
  const initial = parseListState('', contract, dates, today)
  const arrangement = useArrangement(contract, places, initial, address)
  const { layout, setLayout, change } = arrangement
  useTabHints(screen.tabId, listHint(arrangement.current?.name, contract.entity, places, state.filter, initial.filter, today))
  const list = useList(contract, state, arrangement.ready)
  useLastPage({ ...list, page: state.page, size: state.size }, (page) => change({ ...state, page }))
  const columns = useColumns(facts, names)
  const bulk = useBulk(facts.bulk, contract.row)
  const selection = useSelection(list.rows, idOf, (row) => bulk.some((action) => action.when(row)), JSON.stringify(state.filter))
  const hasPrimary = useHasPrimary()
  const label = (field: string) => names.field(contract.entity, field)
  const made = contract.split && list.split && { split: contract.split, parts: list.split, total: list.total ?? 0, shape: contract.row.shape as never, label }
  const name = titleOf(screen)
  const show = (next: ListState) => askAgain(contract, searchInput(state), searchInput(next), () => change(next))
  const labelOf = (place: FilterPlace) => names.field(contract.entity, place.label)
  return (
    <div className="bt-list">
      {Above && (
        <div className="bt-above">
          <Above />
        </div>
      )}
      <FilterBar
        places={places}
        schema={contract.filter}
        value={state.filter}
        label={labelOf}
        errors={list.fieldErrors}
        onSearch={(filter) => show({ ...state, filter, page: 1 })}
        onReset={() => show(arrangement.origin ?? initial)}
        view={arrangement.current?.name}
        primary={!hasPrimary}
      />
      <PageTools>
        <BulkBar actions={bulk} selection={selection} columns={columns} idOf={idOf}>
          <ViewsMenu list={contract.path} arrangement={arrangement} state={state} places={places} label={labelOf} today={today} />
          <span className="bt-grow" />
          {options.live && <NewRows contract={contract} topic={options.live} state={state} list={list} onShow={() => show({ ...state, page: 1 })} />}
          <ExportButton contract={contract} state={state} columns={columns} layout={layout} disabled={!list.total} />
          <ColumnChooser columns={columns} layout={layout} onChange={setLayout} />
          <Button icon={<ReloadOutlined />} aria-label={t('list.refresh')} title={t('list.refresh')} onClick={list.refresh} />
          {Toolbar && <Toolbar filter={state.filter as FilterOf<L>} />}
          <PageActions />
        </BulkBar>
      </PageTools>
      <DataTable
        label={t('list.tableOf', { name })}
        rows={list.error ? [] : list.rows}
        rowKey={idOf}
        columns={columns}
        layout={layout}
        onResize={(field, width) => setLayout({ ...layout, widths: { ...layout.widths, [field]: width } })}
        sums={list.sums}
        made={made}
        total={list.error ? null : list.total}
        page={state.page}
        size={state.size}
        onPage={(page, size) => change({ ...state, page, size })}
        sortKeys={contract.sortKeys}
        sort={state.sort}
        onSort={(sort) => change({ ...state, sort: sort ?? contract.defaultSort, page: 1 })}
        busy={list.busy}
        loading={list.loading}
        selection={bulk.length > 0 ? selection : undefined}
        actions={actions.some(({ place }) => place === 'row') ? (row) => <RowActions row={row} /> : undefined}
        empty={
          <ListNote
            error={list.error}
            onRetry={list.refresh}
            conditions={conditionsIn(places, contract.filter, state.filter, labelOf)}
            onRemove={(some) => show({ ...state, filter: withoutConditions(contract.filter, state.filter, some), page: 1 })}
            create={<CreateAction />}
          />
        }
      />
    </div>
  )
}

/** The first column leads to the detail; a column that opens an action is a button. */
function linked<Row>(columns: Column<Row>[], detailPath: ((row: Row) => string) | undefined): Column<Row>[] {
  return columns.map((column, at) => {
    const { opens } = column
    const content = (row: Row): ReactNode =>
      column.render?.(row) ?? <FieldValue schema={column.schema} value={(row as Record<string, unknown>)[column.field]} />
    if (opens)
      return {
        ...column,
        render: (row) => (
          <ActionLink action={opens} row={row}>
            {content(row)}
          </ActionLink>
        ),
      }
    return at === 0 && detailPath ? { ...column, render: (row) => <PageLink to={detailPath(row)}>{content(row)}</PageLink> } : column
  })
}
