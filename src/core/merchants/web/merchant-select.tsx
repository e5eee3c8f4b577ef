import { RemoteSelect } from '#platform/web/kit/form/remote-select.tsx'
import type { FilterInputProps } from '#platform/web/kit/list/filters.ts'
import { searchMerchants } from '../contract/merchant.ts'

/** Chooses one merchant of the person's scope by code or name. */
export function MerchantSelect(props: FilterInputProps) {
  return (
    <RemoteSelect
      {...props}
      contract={searchMerchants}
      search={(text) => ({ text })}
      find={(id) => ({ ids: [id] })}
      option={({ id, name, code }) => ({ value: id, label: name, hint: code })}
    />
  )
}
