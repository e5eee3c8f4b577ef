import { assignmentUsers } from '#core/assignment/contract/assignment.ts'
import { searchUnits } from '#core/organisation/contract/unit.ts'
import { RemoteMultiSelect } from '#platform/web/kit/form/remote-select.tsx'
import type { FilterInputProps } from '#platform/web/kit/list/filters.ts'

export const UnitsSelect = (props: FilterInputProps) => (
  <RemoteMultiSelect
    {...props}
    contract={searchUnits}
    search={(text) => ({ text })}
    option={({ id, code, name }) => ({ value: id, label: `${name} (${code})` })}
  />
)

export const PeopleSelect = (props: FilterInputProps) => (
  <RemoteMultiSelect
    {...props}
    contract={assignmentUsers}
    search={(text) => ({ text })}
    option={({ id, account, fullName }) => ({ value: id, label: `${fullName} (${account})` })}
  />
)
