import type { OutputOf } from '#kernel/contract.ts'
import { RemoteName, RemoteSelect } from '#platform/web/kit/form/remote-select.tsx'
import type { FilterInputProps } from '#platform/web/kit/list/filters.ts'
import { searchMerchants } from '../contract/merchant.ts'

/** Chooses one merchant of the person's scope by code or name. */
export function MerchantSelect(props: FilterInputProps) {
  return <RemoteSelect {...props} {...merchants} search={(text) => ({ text })} />
}
MerchantSelect.Name = ({ value }: { value: string }) => <RemoteName {...merchants} value={value} />

const merchants = {
  contract: searchMerchants,
  find: (id: string) => ({ ids: [id] }),
  option: ({ id, name, code }: OutputOf<typeof searchMerchants>[number]) => ({ value: id, label: name, hint: code }),
}
