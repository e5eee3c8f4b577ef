import type { OutputOf } from '#kernel/contract.ts'
import { useShellText } from '#platform/web/i18n.ts'
import { RemoteMultiSelect, RemoteSelect } from '#platform/web/kit/form/remote-select.tsx'
import type { FilterInputProps } from '#platform/web/kit/list/filters.ts'
import { userOptions } from '../contract/access/users.ts'

const users = {
  contract: userOptions,
  search: (text: string) => ({ text }),
  option: ({ id, account, fullName, place }: OutputOf<typeof userOptions>[number]) => ({ value: id, label: `${fullName} (${account})`, hint: place }),
}

/** One user of the person's scope, by account or name. */
export function UserSelect(props: FilterInputProps) {
  const t = useShellText()
  return <RemoteSelect {...props} {...users} placeholder={t('common.choose')} find={(id) => ({ ids: [id] })} />
}

/** Several users, found by account or name. */
export function UserMultiSelect(props: FilterInputProps) {
  return <RemoteMultiSelect {...props} {...users} />
}
