import type { OutputOf } from '#kernel/contract.ts'
import { RemoteSelect } from '#platform/web/kit/form/remote-select.tsx'
import type { FilterInputProps } from '#platform/web/kit/list/filters.ts'
import type { AccountClass } from '../contract/account.ts'
import { searchChart } from '../contract/chart.ts'

const option = ({ number, name }: OutputOf<typeof searchChart>[number]) => ({ value: number, label: `${number} · ${name}` })

/** A line of the chart in force, by its number; of one class, or of those that take journals by hand, where asked for. */
export function ChartSelect({ of, manual, ...props }: FilterInputProps & { of?: AccountClass | undefined; manual?: true; placeholder?: string }) {
  const which = { ...(of && { class: of }), ...(manual && { manual }) }
  return <RemoteSelect {...props} contract={searchChart} search={(text) => ({ text, ...which })} find={(number) => ({ number })} option={option} />
}
