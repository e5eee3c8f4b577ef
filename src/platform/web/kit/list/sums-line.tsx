// biome-ignore-all lint/a11y/noRedundantRoles: rows laid out as grids lose the meaning of their elements, which the roles give back
// biome-ignore-all lint/a11y/useFocusableInteractive: one cell at a time can be focused (grid-keys.ts)
// biome-ignore-all lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose cells are walked with the keys is a grid
import { Tooltip } from 'antd'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { Page, Sums } from '#kernel/contract.ts'
import { fieldMeta } from '#kernel/primitives.ts'
import { isCounted, type Split, splitWords, summedOf } from '#kernel/split.ts'
import { useLanguage, useNames, useShellText } from '../../i18n.ts'
import { showCount } from '../sizes.ts'
import { FieldValue } from '../value/field-value.tsx'
import { AFTER_TICK, insets, type Placed } from './table-places.ts'

/** What the sums of a list are made of: how it is split, and what each value has. */
export interface Made {
  split: Split
  parts: NonNullable<Page<unknown>['split']>
  total: number
  /** Schemas of the fields. */
  shape: Readonly<Record<string, z.ZodType>>
  /** What a field is called. */
  label: (field: string) => string
}

interface Props<Row> {
  placed: readonly Placed<Row>[]
  sums: Sums
  made: Made | undefined
  hasActions: boolean
  ticks: boolean
}

/** Sums over the whole result, under their columns; between the name of the line and the first sum stands what they are made of. */
export function SumsLine<Row>({ placed, sums, made, hasActions, ticks }: Props<Row>) {
  const t = useShellText()
  const first = placed.findIndex(({ column }) => column.field in sums)
  // Where the columns that move begin, behind the name of the line.
  const from = Math.max(
    1,
    placed.findIndex(({ column }) => column.fixed !== 'start'),
  )
  const room = first - from
  // Over the empty cells beside it, up to the first sum.
  const width = placed.slice(from, Math.max(first, from)).reduce((sum, one) => sum + one.width, 0)
  const words = made && <Words made={made} width={room < 1 ? undefined : width - 24} />
  const cell = (one: Placed<Row>, content: ReactNode, words = false) => (
    <td key={one.column.field} role="gridcell" className={words ? `${one.className} bt-sums-of` : one.className} style={insets(one)}>
      {content}
    </td>
  )
  return (
    <tfoot role="rowgroup">
      <tr role="row">
        {ticks && <td role="gridcell" className="bt-fixed-start" />}
        <td role="gridcell" className="bt-fixed-start" style={ticks ? AFTER_TICK : undefined} />
        {placed.map((one, index) => {
          const { field, schema } = one.column
          if (field in sums) return cell(one, <FieldValue schema={schema} value={sums[field]} />)
          if (index === 0)
            return cell(
              one,
              <>
                {t('list.sums')}
                {room < 1 && words && <> · {words}</>}
              </>,
            )
          return words && room > 0 && index === from ? cell(one, words, true) : cell(one, null)
        })}
        {hasActions && <td role="gridcell" className="bt-fixed-end" />}
      </tr>
    </tfoot>
  )
}

/** How many rows there are and how many of them count; split by state for the pointer, the keyboard and for readers. */
function Words({ made: { split, parts, total, shape, label }, width }: { made: Made; width: number | undefined }) {
  const t = useShellText()
  const language = useLanguage()
  const { labels = '' } = fieldMeta(shape[split.by] as z.ZodType)
  const names = useNames(labels)
  const summed = summedOf(
    split,
    parts.map(({ value }) => value),
  )
  const counted = parts.reduce((sum, { value, rows }) => sum + (isCounted(split, value) ? rows : 0), 0)
  const uncounted = counted > 0 ? [] : summed.map((value) => names.enumValue(labels, value))
  const words = splitWords(split, language, { n: showCount(total, language), counted: showCount(counted, language) }, uncounted)
  const [money = ''] = Object.keys(parts[0]?.sums ?? {}).filter((field) => fieldMeta(shape[field] as z.ZodType).kind === 'money')
  const table = (
    <table className="bt-split">
      {money && (
        <thead>
          <tr>
            <td colSpan={2} />
            <th scope="col">{label(money)}</th>
            <td />
          </tr>
        </thead>
      )}
      <tbody>
        {parts.map(({ value, rows, sums }) => (
          <tr key={value}>
            <th scope="row">
              <FieldValue schema={shape[split.by] as z.ZodType} value={value} />
            </th>
            <td className="bt-num">{showCount(rows, language)}</td>
            <td>{money && <FieldValue schema={shape[money] as z.ZodType} value={sums[money]} />}</td>
            <td>{split.counted && (summed.includes(value) ? t('list.counted') : t('list.notCounted'))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
  return (
    <Tooltip title={table} trigger={['hover', 'focus']} classNames={{ root: 'bt-split-tip' }}>
      <button type="button" className="bt-sums-words" style={{ maxWidth: width }}>
        {words}
        <span className="bt-visually-hidden">{table}</span>
      </button>
    </Tooltip>
  )
}
