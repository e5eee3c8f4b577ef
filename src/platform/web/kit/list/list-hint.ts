import { showDate } from '#kernel/dates.ts'
import { fieldMeta } from '#kernel/primitives.ts'
import type { TabHint } from '../../shell/tabs/tab-hint.ts'
import { element } from '../form/schema.ts'
import { relativeNames } from '../views/saved-views.ts'
import type { FilterPlace } from './filters.ts'
import type { FilterValues } from './list-state.ts'

const MOST = 2

/** What tells a list from another tab of it: the view in use, else what was searched for, else the days. */
export function listHint(
  view: string | undefined,
  entity: string,
  places: readonly FilterPlace[],
  filter: FilterValues,
  opens: FilterValues,
  today: string,
): TabHint[] {
  if (view !== undefined) return [{ text: view }]
  const searched = places.filter(({ fields }) => fields.some((field) => String(filter[field] ?? '') !== String(opens[field] ?? '')))
  const worded = (some: readonly FilterPlace[]) => some.flatMap((place) => hintsOf(entity, place, filter, today)).slice(0, MOST)
  const hints = worded(searched)
  return hints.length > 0 ? hints : worded(places.filter(({ kind }) => kind === 'days'))
}

function hintsOf(entity: string, place: FilterPlace, filter: FilterValues, today: string): TabHint[] {
  const values = place.fields.map((field) => filter[field])
  if (place.kind === 'days' || place.kind === 'day') {
    const [from, to = from] = values as (string | undefined)[]
    const [period] = relativeNames(from, to, today)
    if (period !== undefined) return [{ period }]
    return from || to ? [{ text: [...new Set([from, to])].map((day) => (day ? showDate(day) : '…')).join(' – ') }] : []
  }
  const [first] = values
  if (place.kind === 'flag') return typeof first === 'boolean' ? [{ entity, field: place.label, met: first }] : []
  const { kind, labels } = fieldMeta(element(place.schema))
  // Only its own input can put an id into words.
  if (kind === 'id') return []
  const texts = values.flat().flatMap((value) => (value === undefined || value === '' ? [] : [String(value)]))
  return texts.map((value) => (labels ? { labels, value } : { text: value }))
}
