import { RemoteSelect } from '#platform/web/kit/form/remote-select.tsx'
import type { FilterInputProps } from '#platform/web/kit/list/filters.ts'
import { searchUnits } from '../contract/unit.ts'

/** Chooses one unit of the person's scope by code or name; without a `placeholder` nothing chosen means all. */
export function UnitSelect(props: FilterInputProps & { placeholder?: string }) {
  return (
    <RemoteSelect
      {...props}
      contract={searchUnits}
      search={(text) => ({ text })}
      find={(id) => ({ ids: [id] })}
      option={({ id, name, code }) => ({ value: id, label: name, hint: code })}
    />
  )
}
