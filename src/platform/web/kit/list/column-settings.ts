import type { ColumnLayout } from '#kernel/views.ts'

export type Pin = ColumnLayout['pins'][string]

export const NO_LAYOUT: ColumnLayout = { order: [], hidden: null, widths: {}, pins: {} }
const MIN_WIDTH = 56
const MAX_WIDTH = 800

export function clampWidth(width: number): number {
  return Math.round(Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, width)))
}

/** The columns in the person's order, hidden ones included. */
export function orderedFields(fields: readonly string[], layout: ColumnLayout): string[] {
  const known = layout.order.filter((field) => fields.includes(field))
  return [...known, ...fields.filter((field) => !known.includes(field))]
}

/** What is shown; the last column cannot be hidden. `hidden` is the screen's own choice. */
export function visibleFields(fields: readonly string[], layout: ColumnLayout, hidden: readonly string[] = []): string[] {
  const ordered = orderedFields(fields, layout)
  const shown = ordered.filter((field) => !(layout.hidden ?? hidden).includes(field))
  return shown.length > 0 ? shown : ordered.slice(0, 1)
}

/** The layout with a field put at a place of the order. */
export function placeField(fields: readonly string[], layout: ColumnLayout, field: string, to: number): ColumnLayout {
  const order = orderedFields(fields, layout)
  const from = order.indexOf(field)
  if (from < 0 || to < 0 || to >= order.length || to === from) return layout
  order.splice(from, 1)
  order.splice(to, 0, field)
  return { ...layout, order }
}

export function showField(layout: ColumnLayout, field: string, shown: boolean, hidden: readonly string[] = []): ColumnLayout {
  const others = (layout.hidden ?? hidden).filter((one) => one !== field)
  return { ...layout, hidden: shown ? others : [...others, field] }
}
