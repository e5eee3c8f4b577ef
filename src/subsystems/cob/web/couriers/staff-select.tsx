import type { OutputOf } from '#kernel/contract.ts'
import { RemoteName, RemoteSelect } from '#platform/web/kit/form/remote-select.tsx'
import type { FilterInputProps } from '#platform/web/kit/list/filters.ts'
import { courierStaff } from '../../contract/couriers.ts'

const byId = {
  contract: courierStaff,
  find: (id: string) => ({ ids: [id] }),
  option: ({ id, code, fullName, unitName }: OutputOf<typeof courierStaff>[number]) => ({ value: id, label: fullName, hint: `${code} · ${unitName}` }),
}

/** One of the people who work within the caller's scope, by code or name. */
export function StaffSelect(props: FilterInputProps & { placeholder?: string }) {
  return <RemoteSelect {...props} {...byId} search={(text) => ({ text })} />
}
StaffSelect.Name = ({ value }: { value: string }) => <RemoteName {...byId} value={value} />
