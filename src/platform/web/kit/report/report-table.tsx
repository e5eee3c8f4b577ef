// biome-ignore-all lint/a11y/noRedundantRoles: rows laid out as grids lose the meaning of their elements, which the roles give back
import { type CSSProperties, Fragment, type ReactNode, useMemo } from 'react'
import type { z } from 'zod'
import { amountInWords } from '#kernel/amount-in-words.ts'
import { PAGE_SIZES } from '#kernel/contract.ts'
import { fieldMeta } from '#kernel/primitives.ts'
import { isSummed, type ReportContract, type ReportPage } from '#kernel/report.ts'
import type { ColumnLayout } from '#kernel/views.ts'
import { type Names, useLanguage, useShellText } from '../../i18n.ts'
import { PageLink } from '../../shell/routing/page-link.tsx'
import { amountWidths } from '../list/amount-widths.ts'
import type { Column } from '../list/columns.ts'
import { type PageChange, Pages } from '../list/data-table.tsx'
import { GhostRows } from '../list/ghost-rows.tsx'
import { formatListState, type ListState, rowNumber } from '../list/list-state.ts'
import { insets, NUMBER_WIDTH, type Placed, place, tracks } from '../list/table-places.ts'
import { showCount } from '../sizes.ts'
import { FieldValue } from '../value/field-value.tsx'

type Fields = Record<string, unknown>

interface Props {
  contract: ReportContract
  label: string
  columns: readonly Column<Fields>[]
  names: Names
  page: ReportPage | undefined
  state: ListState
  busy: boolean
  /** Nothing is known yet. */
  loading: boolean
  drillPath: string | undefined
  onPage: PageChange
  empty: ReactNode
}

/** Rows in their groups; each group begins with a line that names it and holds its subtotals, over all pages. The grand total stays in sight. */
export function ReportTable({ contract, label, columns, names, page, state, busy, loading, drillPath, onPage, empty }: Props) {
  const t = useShellText()
  const language = useLanguage()
  const lines = useMemo(() => (page ? linesOf(contract, page) : []), [contract, page])
  // What a line is called stands over the columns before the first sum.
  const named = Math.max(
    columns.findIndex(({ field }) => contract.totals.includes(field)),
    0,
  )
  const least = useMemo(() => {
    const rows = page ? [...page.result, ...page.groups.map(({ row }) => row), page.totals] : []
    return amountWidths(columns, rows as Fields[], language)
  }, [columns, page, language])
  const placed = place(columns, NO_LAYOUT, false, NUMBER_WIDTH, least)
  const cell = (at: Placed<Fields>, row: Fields) => (
    <td key={at.column.field} role="cell" className={at.className} style={insets(at)}>
      <Figure contract={contract} column={at.column} row={row} filter={state.filter} drillPath={drillPath} />
    </td>
  )
  const sums = (row: Fields) => placed.slice(named).map((at) => cell(at, isSummed(contract, at.column.field) ? row : {}))
  const heading = (text: ReactNode) => (
    <td role="cell" className="bt-report-name" style={{ gridColumn: `span ${named + 1}` }} colSpan={named + 1}>
      {text}
    </td>
  )
  const nameOf = ({ level, rows, row }: ReportPage['groups'][number]) => {
    const group = contract.groups[level - 1]
    const field = group?.name ?? group?.by ?? ''
    const schema = contract.row.shape[field] as z.ZodType
    return (
      <span className={`bt-report-level-${level}`}>
        <small>{names.field(contract.entity, field)}</small> <FieldValue schema={schema} value={row[field]} />{' '}
        <small>{t('report.group', { n: showCount(rows, language) })}</small>
      </span>
    )
  }
  const width = placed.reduce((sum, one) => sum + one.width, NUMBER_WIDTH)
  return (
    <div className="bt-table" aria-busy={busy}>
      <div className="bt-table-progress" />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is scrolled with the keyboard as well */}
      <section className="bt-table-scroll" aria-label={label} tabIndex={0}>
        <table role="table" style={{ '--bt-width': `${width}px`, '--bt-columns': tracks(placed, false, false) } as CSSProperties}>
          <thead role="rowgroup">
            <tr role="row">
              <th role="columnheader" scope="col" className="bt-right bt-fixed-start">
                {t('list.number')}
              </th>
              {placed.map((at) => {
                const { column } = at
                const hint = names.hint(contract.entity, column.field)
                return (
                  <th key={column.field} role="columnheader" scope="col" className={at.className} style={insets(at)} title={hint ?? column.label}>
                    {hint === undefined ? column.label : <abbr title={hint}>{column.label}</abbr>}
                  </th>
                )
              })}
            </tr>
          </thead>
          <tbody role="rowgroup">
            {lines.map(({ key, groups, row, at }) => (
              <Fragment key={key}>
                {groups.map((group) => (
                  <tr key={group.level} role="row" className="bt-report-group" data-level={group.level}>
                    {heading(nameOf(group))}
                    {sums(group.row)}
                  </tr>
                ))}
                <tr role="row" data-row-key={key}>
                  <td role="cell" className="bt-right bt-fixed-start bt-row-number bt-num">
                    {rowNumber(state.page, state.size, at)}
                  </td>
                  {placed.map((one) => cell(one, row))}
                </tr>
              </Fragment>
            ))}
          </tbody>
          {loading && <GhostRows rows={state.size} cells={['bt-right bt-fixed-start', ...placed.map(({ className }) => className)]} />}
          {page && page.totalRecord > 0 && (
            <tfoot role="rowgroup">
              <tr role="row">
                {heading(t('list.sums'))}
                {sums(page.totals)}
              </tr>
            </tfoot>
          )}
        </table>
        {lines.length === 0 && !loading && <div className="bt-table-empty">{empty}</div>}
      </section>
      <div className="bt-pages bt-report-foot">
        <Words contract={contract} names={names} page={page} />
        <Pages page={state.page} size={state.size} total={page?.totalRecord ?? null} busy={busy} onPage={onPage} />
      </div>
    </div>
  )
}

/** The grand total as it is written on paper. */
function Words({ contract, names, page }: Pick<Props, 'contract' | 'names' | 'page'>) {
  const language = useLanguage()
  const field = contract.inWords
  const words = field && page && page.totalRecord > 0 ? amountInWords(String(page.totals[field]), language) : ''
  if (!field || words === '') return <span className="bt-grow" />
  return (
    <span className="bt-grow bt-report-words">
      {names.field(contract.entity, field)}: {words}
    </span>
  )
}

/** A report has one order. */
export const NO_SORT = { sortKeys: [], defaultSort: { field: '', direction: 'asc' } } as const

interface FigureProps {
  contract: ReportContract
  column: Column<Fields>
  row: Fields
  filter: ListState['filter']
  drillPath: string | undefined
}

/** A figure; where the contract says what is behind it, a link to those records. */
function Figure({ contract, column, row, filter, drillPath }: FigureProps) {
  const value = row[column.field]
  // A subtotal says nothing about what lies below its group.
  if (value === undefined) return null
  const { kind } = fieldMeta(column.schema)
  // As on paper: a figure of nothing is a dash, and leads nowhere.
  if (value !== null && (kind === 'money' || kind === 'price' || kind === 'count') && Number(value) === 0) return <span className="bt-none">–</span>
  const shown = column.render && value !== null ? column.render(row) : <FieldValue schema={column.schema} value={value} />
  const behind = contract.drill?.fields[column.field]
  if (!contract.drill || !behind || drillPath === undefined || value === null) return shown
  const known = Object.fromEntries(Object.entries(row).filter(([, one]) => one !== null))
  const { list } = contract.drill
  const facts = list.kind === 'list' ? list : { ...NO_SORT, filter: list.filter }
  const asked = behind(known as never, filter as never)
  if (asked === null) return shown
  const query = formatListState({ filter: asked, page: 1, size: PAGE_SIZES[0], sort: facts.defaultSort }, facts, [])
  return <PageLink to={`${drillPath}${drillPath.includes('?') ? '&' : '?'}${query}`}>{shown}</PageLink>
}

/** Of a report nobody moves columns. */
const NO_LAYOUT: ColumnLayout = { order: [], hidden: null, widths: {}, pins: {} }

interface Line {
  key: string
  row: Fields
  /** Place on the page. */
  at: number
  /** Groups that begin with this row. */
  groups: ReportPage['groups']
}

function linesOf(contract: ReportContract, page: ReportPage): Line[] {
  const levels = contract.groups.map(({ by }) => by)
  let before: Fields | undefined
  return page.result.map((row, at) => {
    const fields = row as Fields
    // From the first level that differs from the row before, every group begins anew.
    const differs = before === undefined ? 0 : levels.findIndex((by) => fields[by] !== before?.[by])
    before = fields
    const groups =
      differs === -1
        ? []
        : page.groups
            .filter((group) => group.level > differs && levels.slice(0, group.level).every((by) => (group.row as Fields)[by] === fields[by]))
            .sort((a, b) => a.level - b.level)
    return { key: [...levels, ...contract.order].map((field) => String(fields[field])).join('|'), row: fields, at, groups }
  })
}
