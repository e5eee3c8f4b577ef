import { type ComponentProps, lazy, Suspense } from 'react'
import { showDate } from '#kernel/dates.ts'
import { persistently } from '../../shell/routing/chunks.ts'
import type * as pickers from './day-pickers.tsx'

type DateProps = ComponentProps<typeof pickers.DateInput>
type RangeProps = ComponentProps<typeof pickers.DateRangeInput>

export type { DayPair } from './day-pickers.tsx'

// The calendar weighs as much as all the rest of a list: it is asked for at once, and the list does not wait for it.
const coming = persistently(() => import('./day-pickers.tsx'))
// Whoever draws a field first hears that it did not come.
coming.catch(() => undefined)
const Day = lazy(async () => ({ default: (await coming).DateInput }))
const Days = lazy(async () => ({ default: (await coming).DateRangeInput }))

/** In the place of the field until it comes: as high, with the days that it will show. */
function Waiting({ days }: { days: readonly (string | undefined)[] }) {
  return (
    <div className="bt-day-waiting" aria-busy="true">
      {days.map((day, at) => (
        <span key={at === 0 ? 'first' : 'last'}>{day && showDate(day)}</span>
      ))}
    </div>
  )
}

/** One day as 'YYYY-MM-DD'. */
export function DateInput(props: DateProps) {
  return (
    <Suspense fallback={<Waiting days={[props.value]} />}>
      <Day {...props} />
    </Suspense>
  )
}

/** First and last day, both included, with the periods people ask for. The wrong way round they stay as they were typed: the contract refuses them. */
export function DateRangeInput(props: RangeProps) {
  return (
    <Suspense fallback={<Waiting days={props.value ?? [undefined, undefined]} />}>
      <Days {...props} />
    </Suspense>
  )
}
