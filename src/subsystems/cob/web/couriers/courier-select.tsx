import type { OutputOf } from '#kernel/contract.ts'
import { RemoteName, RemoteSelect } from '#platform/web/kit/form/remote-select.tsx'
import type { FilterInputProps } from '#platform/web/kit/list/filters.ts'
import { courierOptions } from '../../contract/couriers.ts'

type Option = OutputOf<typeof courierOptions>[number]

const byId = {
  contract: courierOptions,
  find: (id: string) => ({ ids: [id] }),
  option: ({ id, code, name, unitName }: Option) => ({ value: id, label: name, hint: unitName === null ? code : `${code} · ${unitName}` }),
}
const byCode = {
  contract: courierOptions,
  find: (code: string) => ({ codes: [code] }),
  option: ({ code, name, unitName }: Option) => ({ value: code, label: name, hint: unitName === null ? code : `${code} · ${unitName}` }),
}

/** One postman of the caller's scope, by code or name; its value is the id. */
export function CourierSelect(props: FilterInputProps & { placeholder?: string }) {
  return <RemoteSelect {...props} {...byId} search={(text) => ({ text })} />
}
CourierSelect.Name = ({ value }: { value: string }) => <RemoteName {...byId} value={value} />

/** As CourierSelect, where the value is the code. */
export function CourierCodeSelect(props: FilterInputProps) {
  return <RemoteSelect {...props} {...byCode} search={(text) => ({ text })} />
}
CourierCodeSelect.Name = ({ value }: { value: string }) => <RemoteName {...byCode} value={value} />
