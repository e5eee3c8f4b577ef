import FileExcelOutlined from '@ant-design/icons/FileExcelOutlined'
import FilePdfOutlined from '@ant-design/icons/FilePdfOutlined'
import PrinterOutlined from '@ant-design/icons/PrinterOutlined'
import ReloadOutlined from '@ant-design/icons/ReloadOutlined'
import { Button } from 'antd'
import { type ComponentType, useMemo, useState } from 'react'
import type { Contract } from '#kernel/contract.ts'
import { localDate, showDate, showMonth } from '#kernel/dates.ts'
import { labelNamesOf } from '#kernel/labels.ts'
import { fieldMeta } from '#kernel/primitives.ts'
import { arranged, type ReportContract, type ReportFormat, type ReportPage } from '#kernel/report.ts'
import { type Names, titleOf, useNames, useShellText, wantLabels } from '../../i18n.ts'
import { usePermission } from '../../session/session-store.ts'
import { PageTools } from '../../shell/frame/page-tools.tsx'
import { lazyPart } from '../../shell/routing/lazy-part.tsx'
import { useScreen } from '../../shell/routing/screen-context.ts'
import { Chart } from '../chart/chart.tsx'
import type { ChartSeries } from '../chart/series.ts'
import { runDownload } from '../export/downloads.tsx'
import { type Column, type ColumnSpec, columnsOf } from '../list/columns.ts'
import { conditionsIn, withoutConditions } from '../list/conditions.ts'
import { FilterBar } from '../list/filter-bar.tsx'
import { dateDefaults, type FilterPlace, type FilterSpec, filterPlaces } from '../list/filters.ts'
import { ListNote } from '../list/list-note.tsx'
import { type DateDefault, type FilterValues, type ListState, parseListState } from '../list/list-state.ts'
import { askAgain, useLastPage, usePage } from '../list/use-list.ts'
import { useListState } from '../list/use-list-state.ts'
import { foldCharts, foldedCharts } from './folded-charts.ts'
import { NO_SORT, ReportTable } from './report-table.tsx'
import './report.css'

const PrintView = lazyPart(() => import('./print-view.tsx'))

export interface ReportScreenOptions {
  /** Filters in order; all of the contract when left out. The period opens with its last seven days. */
  filters?: readonly FilterSpec[]
  /** Widths, or columns that are hidden here; the groups' own fields stand in their lines. */
  columns?: readonly ColumnSpec[]
  /** Route of the list or report that the contract's drill-down leads to. */
  drillPath?: string
  /** What stands beside print and files: the schedule. */
  actions?: ComponentType<{ contract: ReportContract; filter: FilterValues }>
}

interface Facts {
  contract: ReportContract
  options: ReportScreenOptions
  places: readonly FilterPlace[]
  dates: readonly DateDefault[]
}

/** A report from its contract: filters, chart, rows in groups with subtotals and totals of the server, print, xlsx and PDF. Called once, when the screen's file is loaded. */
export function reportScreen<C extends Contract>(contract: C & { kind: 'report' }, options: ReportScreenOptions = {}): ComponentType {
  const report = contract as unknown as ReportContract
  wantLabels([report.entity, ...labelNamesOf(report.filter), ...labelNamesOf(report.row)])
  const places = filterPlaces(report.filter.shape as never, options.filters)
  const facts: Facts = { contract: report, options, places, dates: dateDefaults(places) }
  return () => <ReportScreen facts={facts} />
}

const inputOf = ({ filter, page, size }: ListState) => ({ searchSdi: filter as never, pageInfo: { currentPage: page, pageSize: size } })

function ReportScreen({ facts: declared }: { facts: Facts }) {
  const { contract, options, places, dates } = declared
  const t = useShellText()
  const screen = useScreen()
  const names = useNames(contract.entity)
  const stateFacts = useMemo(() => ({ ...NO_SORT, filter: contract.filter }), [contract])
  const { state, change, own } = useListState(stateFacts, dates)
  const input = useMemo(() => inputOf(state), [state])
  const { query, fieldErrors } = usePage(contract, input)
  const { error } = query
  const data = error ? undefined : (query.data as ReportPage | undefined)
  const total = data?.totalRecord ?? 0
  useLastPage({ page: state.page, size: state.size, total, busy: query.isFetching }, (page) => change({ ...state, page }))
  const facts = useMemo(() => ({ ...declared, contract: arranged(contract, state.filter) }), [declared, contract, state.filter])
  const columns = useColumns(facts, names)
  const chart = own('_chart') === null ? !foldedCharts() : own('_chart') !== '0'
  const foldChart = () => {
    foldCharts(chart)
    change(state, { _chart: chart ? '0' : null })
  }
  const refresh = () => void query.refetch()
  const labelOf = (place: FilterPlace) => names.field(contract.entity, place.label)
  const show = (filter: FilterValues) => {
    const next = { ...state, filter, page: 1 }
    askAgain(contract, inputOf(state), inputOf(next), () => change(next))
  }
  return (
    <div className="bt-report">
      <FilterBar
        places={places}
        schema={contract.filter}
        value={state.filter}
        label={labelOf}
        errors={fieldErrors}
        onSearch={show}
        onReset={() => show(parseListState('', stateFacts, dates, localDate(new Date())).filter)}
      />
      <Toolbar facts={facts} filter={state.filter} empty={total === 0} onRefresh={refresh}>
        {facts.contract.chart && (
          <Button onClick={foldChart} aria-pressed={chart}>
            {t(chart ? 'report.hideChart' : 'report.chart')}
          </Button>
        )}
      </Toolbar>
      {chart && data && data.chart.length > 0 && <ReportChart contract={facts.contract} page={data} names={names} name={titleOf(screen)} />}
      <ReportTable
        contract={facts.contract}
        label={t('report.tableOf', { name: titleOf(screen) })}
        columns={columns}
        names={names}
        page={data}
        state={state}
        busy={query.isFetching}
        drillPath={options.drillPath}
        onPage={(page, size) => change({ ...state, page, size })}
        loading={query.isPending}
        empty={
          <ListNote
            error={error}
            onRetry={refresh}
            conditions={conditionsIn(places, contract.filter, state.filter, labelOf)}
            onRemove={(some) => show(withoutConditions(contract.filter, state.filter, some))}
          />
        }
      />
    </div>
  )
}

function useColumns({ contract, options }: Facts, names: Names): Column<Record<string, unknown>>[] {
  return useMemo(() => {
    const grouped = new Set(contract.groups.flatMap(({ by, name }) => [by, name ?? by]))
    const shape = contract.row.shape as Parameters<typeof columnsOf>[0]
    const shown = Object.keys(shape).filter((field) => !grouped.has(field) && fieldMeta(shape[field] as never).kind !== 'id')
    return columnsOf(shape, options.columns ?? shown, (field) => names.field(contract.entity, field)).filter(
      ({ field, hidden }) => !hidden && !contract.hides.includes(field),
    )
  }, [contract, options, names])
}

interface ToolbarProps {
  facts: Facts
  filter: FilterValues
  empty: boolean
  onRefresh: () => void
  children: React.ReactNode
}

function Toolbar({ facts: { contract, options }, filter, empty, onRefresh, children }: ToolbarProps) {
  const t = useShellText()
  const [printing, setPrinting] = useState(false)
  const mayExport = usePermission(contract.export.permission)
  const { actions: Actions } = options
  const take = (format: ReportFormat) => void runDownload(contract.export, { searchSdi: filter as never, format })
  return (
    <PageTools>
      <div className="bt-toolbar">
        {children}
        <span className="bt-grow" />
        {Actions && mayExport && <Actions contract={contract} filter={filter} />}
        <Button icon={<PrinterOutlined />} disabled={empty} onClick={() => setPrinting(true)}>
          {t('report.print')}
        </Button>
        {mayExport && (
          <>
            <Button icon={<FileExcelOutlined />} disabled={empty} onClick={() => take('xlsx')}>
              Excel
            </Button>
            <Button icon={<FilePdfOutlined />} disabled={empty} onClick={() => take('pdf')}>
              PDF
            </Button>
          </>
        )}
        <Button icon={<ReloadOutlined />} aria-label={t('list.refresh')} title={t('list.refresh')} onClick={onRefresh} />
        {printing && <PrintView contract={contract} filter={filter} onClose={() => setPrinting(false)} />}
      </div>
    </PageTools>
  )
}

function ReportChart({ contract, page, names, name }: { contract: ReportContract; page: ReportPage; names: Names; name: string }) {
  const t = useShellText()
  const { chart } = contract
  const shape = contract.row.shape as Record<string, never>
  const series = useMemo(() => {
    const of = (field: string): ChartSeries => ({
      name: names.field(contract.entity, field),
      kind: fieldMeta(shape[field] as never).kind === 'count' ? 'count' : 'money',
      values: page.chart.map((line) => line[field] as string | number | null),
    })
    return { bars: chart?.bars.map(of) ?? [], line: chart?.line === undefined ? undefined : of(chart.line) }
  }, [contract, chart, shape, page, names])
  const categories = useMemo(() => {
    const by = chart?.by ?? ''
    const { kind, labels } = fieldMeta(shape[by] as never)
    const shown = (value: unknown) => (value === null ? '—' : labels ? names.enumValue(labels, String(value)) : String(value))
    // The year is in the filter; the day fits under its bar.
    const name =
      kind === 'date' ? (value: unknown) => showDate(String(value)).slice(0, 5) : kind === 'month' ? (value: unknown) => showMonth(String(value)) : shown
    return page.chart.map((line) => name(line[by]))
  }, [chart, shape, page, names])
  return (
    <div className="bt-report-chart">
      <Chart label={t('report.chartOf', { name })} categories={categories} {...series} height={220} />
    </div>
  )
}
