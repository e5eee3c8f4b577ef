import type { OutputOf } from '#kernel/contract.ts'
import { RemoteSelect } from '#platform/web/kit/form/remote-select.tsx'
import type { FilterInputProps } from '#platform/web/kit/list/filters.ts'
import type { AccountClass } from '../contract/account.ts'
import { searchChart } from '../contract/chart.ts'

const option = ({ number, name }: OutputOf<typeof searchChart>[number]) => ({ value: number, label: `${number} · ${name}` })

/** A line of the chart in force, by its number; of one class where it is given. */
export function ChartSelect({ of, ...props }: FilterInputProps & { of?: AccountClass | undefined; placeholder?: string }) {
  const ofClass = of === undefined ? {} : { class: of }
  return <RemoteSelect {...props} contract={searchChart} search={(text) => ({ text, ...ofClass })} find={(number) => ({ number })} option={option} />
}
