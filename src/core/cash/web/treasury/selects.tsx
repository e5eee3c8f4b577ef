import { treasuryBanks, treasuryCouriers, treasuryUnits } from '#core/cash/contract/treasury/transactions.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { RemoteName, RemoteSelect } from '#platform/web/kit/form/remote-select.tsx'
import type { FilterInputProps } from '#platform/web/kit/list/filters.ts'

type Props = FilterInputProps & { placeholder?: string }
const parts = {
  find: (id: string) => ({ ids: [id] }),
  option: ({ id, name, code }: OutputOf<typeof treasuryUnits>[number]) => ({ value: id, label: name, hint: code }),
}
const search = (text: string) => ({ text })

/** A unit that has a vault, whatever the person's own scope: the other end. */
export function VaultUnitSelect(props: Props) {
  return <RemoteSelect {...props} {...parts} contract={treasuryUnits} search={search} />
}
VaultUnitSelect.Name = ({ value }: { value: string }) => <RemoteName {...parts} contract={treasuryUnits} value={value} />

export function CourierSelect(props: Props) {
  return <RemoteSelect {...props} {...parts} contract={treasuryCouriers} search={search} />
}
CourierSelect.Name = ({ value }: { value: string }) => <RemoteName {...parts} contract={treasuryCouriers} value={value} />

export function BankSelect(props: Props) {
  return <RemoteSelect {...props} {...parts} contract={treasuryBanks} search={search} />
}
BankSelect.Name = ({ value }: { value: string }) => <RemoteName {...parts} contract={treasuryBanks} value={value} />
