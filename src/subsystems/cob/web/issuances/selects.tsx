import type { OutputOf } from '#kernel/contract.ts'
import { RemoteName, RemoteSelect } from '#platform/web/kit/form/remote-select.tsx'
import type { FilterInputProps } from '#platform/web/kit/list/filters.ts'
import { issuanceOptions } from '../../contract/issuances/lots.ts'
import { keyAccountOptions } from '../../contract/key-accounts/key-accounts.ts'

const lots = {
  contract: issuanceOptions,
  find: (id: string) => ({ ids: [id] }),
  option: ({ id, code, name }: OutputOf<typeof issuanceOptions>[number]) => ({ value: id, label: code, hint: name }),
}

export function LotSelect(props: FilterInputProps) {
  return <RemoteSelect {...props} {...lots} search={(text) => ({ text })} />
}
LotSelect.Name = ({ value }: { value: string }) => <RemoteName {...lots} value={value} />

const customers = {
  contract: keyAccountOptions,
  find: (id: string) => ({ ids: [id] }),
  option: ({ id, code, name }: OutputOf<typeof keyAccountOptions>[number]) => ({ value: id, label: name, hint: code }),
}

export function KeyAccountSelect(props: FilterInputProps) {
  return <RemoteSelect {...props} {...customers} search={(text) => ({ text })} />
}
KeyAccountSelect.Name = ({ value }: { value: string }) => <RemoteName {...customers} value={value} />
