import type { ReactNode } from 'react'
import type { z } from 'zod'
import { sumMoney } from '#kernel/money.ts'
import { type FieldKind, fieldMeta } from '#kernel/primitives.ts'
import type { ColumnLayout } from '#kernel/views.ts'
import type { Action } from '../actions/action.ts'
import { visibleFields } from './column-settings.ts'

/** A column of a list: a field by its name, or with what differs from what its meta says. */
export type ColumnSpec<Row = Record<string, unknown>> =
  | Extract<keyof Row, string>
  | {
      field: Extract<keyof Row, string>
      /** Another key under fields.<entity>. */
      label?: string
      width?: number
      fixed?: 'start' | 'end'
      /** Not shown until the person chooses it. */
      hidden?: boolean
      render?: (row: Row) => ReactNode
      /** What a press on it opens: the record beside the list. */
      opens?: Action<Row>
    }

export interface Column<Row> {
  field: string
  label: string
  width: number
  fixed: 'start' | 'end' | undefined
  hidden: boolean
  align: 'left' | 'right'
  schema: z.ZodType
  render: ((row: Row) => ReactNode) | undefined
  opens: Action<Row> | undefined
}

/** Widths that fit what a kind shows in 13 px. */
const WIDTHS: Record<FieldKind, number> = {
  id: 110,
  text: 150,
  name: 190,
  note: 270,
  account: 140,
  address: 260,
  unit: 180,
  code: 184,
  money: 150,
  price: 130,
  count: 90,
  date: 120,
  month: 100,
  timestamp: 168,
  phone: 120,
  email: 200,
  enum: 140,
  status: 156,
  flag: 90,
  secret: 100,
}
/** Beside the words of a heading: padding, arrow of the order, handle. */
const HEADING_EXTRA = 52
const HEADING_MAX = 230

let canvas: CanvasRenderingContext2D | null | undefined

/** Pixels of a text in the font of headings and totals. */
export function textWidth(label: string): number {
  if (canvas === undefined && typeof document !== 'undefined') {
    canvas = document.createElement('canvas').getContext('2d')
    if (canvas) canvas.font = `600 13px ${getComputedStyle(document.body).fontFamily}`
  }
  return canvas?.measureText(label).width ?? label.length * 7.5
}

/** As wide as what the kind shows and as the heading in the language of the page. */
function widthOf(kind: FieldKind, label: string): number {
  return Math.max(WIDTHS[kind], Math.min(HEADING_MAX, Math.ceil(textWidth(label)) + HEADING_EXTRA))
}

const RIGHT: ReadonlySet<FieldKind> = new Set(['money', 'price', 'count'])

/** The edge that values of a kind keep to in a column. */
export const alignOf = (kind: FieldKind) => (RIGHT.has(kind) ? 'right' : 'left')

/** Columns in the screen's order; without a list every field of the row but its id. */
export function columnsOf<Row>(
  shape: Readonly<Record<string, z.ZodType>>,
  specs: readonly ColumnSpec<Row>[] | undefined,
  label: (field: string) => string,
): Column<Row>[] {
  const all = specs ?? (Object.keys(shape).filter((field) => field !== 'id') as Extract<keyof Row, string>[])
  return all.map((spec) => {
    const given = typeof spec === 'string' ? { field: spec } : spec
    const schema = shape[given.field]
    if (!schema) throw new Error(`the contract has no field ${given.field}`)
    const { kind } = fieldMeta(schema)
    const name = label(given.label ?? given.field)
    return {
      field: given.field,
      label: name,
      width: given.width ?? widthOf(kind, name),
      fixed: given.fixed,
      hidden: given.hidden ?? false,
      align: alignOf(kind),
      schema,
      render: given.render,
      opens: given.opens,
    }
  })
}

/** Fields the screen itself keeps back until somebody asks for them. */
export function hiddenAtFirst<Row>(columns: readonly Column<Row>[]): string[] {
  return columns.filter((column) => column.hidden).map((column) => column.field)
}

/** The columns on the screen, in order: those kept to the left edge first, those kept to the right edge last. Also what an export holds. */
export function shownColumns<Row>(columns: readonly Column<Row>[], layout: ColumnLayout): Column<Row>[] {
  const byField = new Map(columns.map((column) => [column.field, column]))
  const shown = visibleFields([...byField.keys()], layout, hiddenAtFirst(columns)).flatMap((field) => {
    const column = byField.get(field)
    return column ? [{ ...column, fixed: fixedTo(column, layout) }] : []
  })
  const at = (edge: Column<Row>['fixed']) => shown.filter(({ fixed }) => fixed === edge)
  return [...at('start'), ...at(undefined), ...at('end')]
}

/** The edge a column keeps to: as the person has chosen, else as the screen has it. */
export function fixedTo<Row>({ field, fixed }: Column<Row>, { pins }: ColumnLayout): 'start' | 'end' | undefined {
  const pin = pins[field]
  return pin === 'none' ? undefined : (pin ?? fixed)
}

/** What the rows come to in a column; rows without an amount add nothing. */
export function sumOf<Row>({ field }: Column<Row>, rows: readonly Row[]): string {
  return sumMoney(rows.flatMap((row) => ((row as Record<string, unknown>)[field] as string | null) ?? []))
}
