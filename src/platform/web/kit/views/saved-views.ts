import type { ListContract } from '#kernel/contract.ts'
import type { ColumnLayout, ViewContent } from '#kernel/views.ts'
import { daysOf } from '../form/periods.ts'
import { NO_LAYOUT } from '../list/column-settings.ts'
import type { FilterPlace } from '../list/filters.ts'
import type { FilterValues, ListState } from '../list/list-state.ts'

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
