/** How a person has arranged the columns of a list; kept in the browser. */
export interface ColumnLayout {
  /** Fields in the order wished; fields not named come after, in the screen's order. */
  order: readonly string[]
  /** null until the person has chosen: then the screen's own choice counts. */
  hidden: readonly string[] | null
  widths: Readonly<Record<string, number>>
}

export const NO_LAYOUT: ColumnLayout = { order: [], hidden: null, widths: {} }
const MIN_WIDTH = 56
const MAX_WIDTH = 800

export function parseLayout(text: string | null): ColumnLayout {
  try {
    const value = JSON.parse(text ?? '') as Partial<ColumnLayout>
    const strings = (list: unknown) => (Array.isArray(list) ? list.filter((one): one is string => typeof one === 'string') : [])
    const widths = Object.entries(value.widths ?? {}).filter(([, width]) => Number.isFinite(width))
    return {
      order: strings(value.order),
      hidden: Array.isArray(value.hidden) ? strings(value.hidden) : null,
      widths: Object.fromEntries(widths.map(([field, width]) => [field, clampWidth(Number(width))])),
    }
  } catch {
    return NO_LAYOUT
  }
}

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

export function moveField(fields: readonly string[], layout: ColumnLayout, field: string, step: -1 | 1): ColumnLayout {
  const order = orderedFields(fields, layout)
  const from = order.indexOf(field)
  const to = from + step
  if (from < 0 || to < 0 || to >= order.length) return layout
  order.splice(from, 1)
  order.splice(to, 0, field)
  return { ...layout, order }
}

export function showField(layout: ColumnLayout, field: string, shown: boolean, hidden: readonly string[] = []): ColumnLayout {
  const others = (layout.hidden ?? hidden).filter((one) => one !== field)
  return { ...layout, hidden: shown ? others : [...others, field] }
}
