import type { OutputOf } from '#kernel/contract.ts'
import { RemoteName, RemoteSelect } from '#platform/web/kit/form/remote-select.tsx'
import type { FilterInputProps } from '#platform/web/kit/list/filters.ts'
import { searchUnits } from '../contract/unit.ts'

/** Chooses one unit of the person's scope by code or name; without a `placeholder` nothing chosen means all. */
export function UnitSelect(props: FilterInputProps & { placeholder?: string }) {
  return <RemoteSelect {...props} {...units} search={(text) => ({ text })} />
}

UnitSelect.Name = ({ value }: { value: string }) => <RemoteName {...units} value={value} />

export function UnitName({ id }: { id: string }) {
  return <UnitSelect.Name value={id} />
}

const units = {
  contract: searchUnits,
  find: (id: string) => ({ ids: [id] }),
  option: ({ id, name, code }: OutputOf<typeof searchUnits>[number]) => ({ value: id, label: name, hint: code }),
}
