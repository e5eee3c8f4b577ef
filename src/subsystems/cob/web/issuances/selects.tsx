import type { OutputOf } from '#kernel/contract.ts'
import { RemoteName, RemoteSelect } from '#platform/web/kit/form/remote-select.tsx'
import type { FilterInputProps } from '#platform/web/kit/list/filters.ts'
import { issuanceOptions } from '../../contract/issuances/lots.ts'

const lots = {
  contract: issuanceOptions,
  find: (id: string) => ({ ids: [id] }),
  option: ({ id, code, name }: OutputOf<typeof issuanceOptions>[number]) => ({ value: id, label: code, hint: name }),
}

export function LotSelect(props: FilterInputProps) {
  return <RemoteSelect {...props} {...lots} search={(text) => ({ text })} />
}
LotSelect.Name = ({ value }: { value: string }) => <RemoteName {...lots} value={value} />
