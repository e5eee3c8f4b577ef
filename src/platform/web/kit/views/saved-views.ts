import type { ListContract, PAGE_SIZES } from '#kernel/contract.ts'
import { addDays } from '#kernel/dates.ts'
import { type ColumnLayout, NO_LAYOUT } from '../list/column-settings.ts'
import type { FilterPlace } from '../list/filters.ts'
import type { FilterValues, ListState, Sort } from '../list/list-state.ts'

/** Who has a view: its owner, the owner's unit, or everybody who may see the list. */
export type ViewAudience = 'PRIVATE' | 'UNIT' | 'ALL'

/** What a view says of a list. Days that move with today stand in `days`, by the first field of their range. */
export interface ViewContent {
  filter: Record<string, string | number | boolean | string[]>
  days: Record<string, string>
  sort: Sort | null
  size: (typeof PAGE_SIZES)[number]
  columns: ColumnLayout | null
}

export interface SavedView {
  id: string
  version: number
  name: string
  audience: ViewAudience
  ownerName: string
  mine: boolean
  content: ViewContent
}

/** What a person keeps of one list. */
export interface Arrangement {
  columns: ColumnLayout | null
  defaultViewId: string | null
  views: readonly SavedView[]
  audiences: readonly ViewAudience[]
}

/** The calls behind views and columns. Implemented by core/preferences and handed in by the composition root: platform knows no module. */
export interface ArrangementApi {
  find(list: string): Promise<Arrangement>
  saveColumns(list: string, columns: ColumnLayout | null): Promise<void>
  chooseDefault(list: string, viewId: string | null): Promise<void>
  create(view: { list: string; name: string; audience: ViewAudience; content: ViewContent; asDefault: boolean }): Promise<{ id: string }>
  update(view: { id: string; version: number; name?: string; audience?: ViewAudience; content?: ViewContent }): Promise<void>
  remove(view: { id: string; version: number }): Promise<void>
}

let current: ArrangementApi | undefined

export function provideArrangements(api: ArrangementApi): void {
  current = api
}

export function arrangementApi(): ArrangementApi {
  if (!current) throw new Error('the calls behind views have not been provided')
  return current
}

/** First and last day of 'today', 'yesterday', 'last:7', 'this-month' or 'last-month'; undefined for anything else. */
export function daysOf(name: string, today: string): readonly [from: string, to: string] | undefined {
  const monthStart = `${today.slice(0, 8)}01`
  const lastMonthEnd = addDays(monthStart, -1)
  switch (name) {
    case 'today':
      return [today, today]
    case 'yesterday':
      return [addDays(today, -1), addDays(today, -1)]
    case 'this-month':
      return [monthStart, today]
    case 'last-month':
      return [`${lastMonthEnd.slice(0, 8)}01`, lastMonthEnd]
    default: {
      const days = Number(/^last:([1-9]\d{0,2})$/.exec(name)?.[1])
      return days ? [addDays(today, 1 - days), today] : undefined
    }
  }
}

/** Names that mean exactly these days today; what people mean most often goes first. */
export function relativeNames(from: string | undefined, to: string | undefined, today: string): string[] {
  if (!from || !to) return []
  const last = to === today && from <= to ? [`last:${Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1}`] : []
  const names = ['today', 'yesterday', ...last, 'this-month', 'last-month']
  return names.filter((name) => {
    const days = daysOf(name, today)
    return days?.[0] === from && days[1] === to && !(name === 'last:1')
  })
}

const isOfDays = ({ kind }: FilterPlace) => kind === 'days' || kind === 'day'

/** The places of a filter that hold days now, with the names that would make them move. */
export function movingPlaces(places: readonly FilterPlace[], filter: FilterValues, today: string): { place: FilterPlace; names: string[] }[] {
  return places.filter(isOfDays).flatMap((place) => {
    const [from = '', to = from] = place.fields
    const names = relativeNames(filter[from] as string | undefined, filter[to] as string | undefined, today)
    return names.length > 0 ? [{ place, names }] : []
  })
}

/** What is shown now, as a view keeps it; `days` says which days are to move. */
export function contentOf(state: ListState, layout: ColumnLayout, places: readonly FilterPlace[], days: Readonly<Record<string, string>>): ViewContent {
  const moving = new Set(places.filter(({ name }) => name in days).flatMap(({ fields }) => fields))
  const kept = Object.entries(state.filter).filter(([field, value]) => !moving.has(field) && value !== undefined && value !== null)
  return {
    filter: Object.fromEntries(kept) as ViewContent['filter'],
    days: { ...days },
    sort: state.sort,
    size: state.size,
    columns: layout === NO_LAYOUT ? null : layout,
  }
}

/** What a view shows today, on its first page. */
export function stateOf(content: ViewContent, contract: Pick<ListContract, 'defaultSort'>, places: readonly FilterPlace[], today: string): ListState {
  const filter: Record<string, unknown> = { ...content.filter }
  for (const [name, relative] of Object.entries(content.days)) {
    const fields = places.find((place) => place.name === name)?.fields ?? []
    const days = daysOf(relative, today)
    fields.forEach((field, end) => {
      if (days) filter[field] = days[end]
    })
  }
  return { filter, page: 1, size: content.size, sort: content.sort ?? contract.defaultSort }
}

/** True when two say the same, whatever the order of their fields. */
export function sameContent(one: unknown, other: unknown): boolean {
  return canonical(one) === canonical(other)
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(
          Object.entries(inner)
            .filter(([, one]) => one !== undefined)
            .sort(([a], [b]) => (a < b ? -1 : 1)),
        )
      : inner,
  )
}
