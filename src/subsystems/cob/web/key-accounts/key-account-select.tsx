import type { OutputOf } from '#kernel/contract.ts'
import { RemoteName, RemoteSelect } from '#platform/web/kit/form/remote-select.tsx'
import type { FilterInputProps } from '#platform/web/kit/list/filters.ts'
import { keyAccountOptions } from '../../contract/key-accounts/key-accounts.ts'

const keyAccounts = {
  contract: keyAccountOptions,
  find: (id: string) => ({ ids: [id] }),
  option: ({ id, name, code }: OutputOf<typeof keyAccountOptions>[number]) => ({ value: id, label: name, hint: code }),
}

/** Chooses one key account by code or name. */
export function KeyAccountSelect(props: FilterInputProps & { placeholder?: string }) {
  return <RemoteSelect {...props} {...keyAccounts} search={(text) => ({ text })} />
}
KeyAccountSelect.Name = ({ value }: { value: string }) => <RemoteName {...keyAccounts} value={value} />
