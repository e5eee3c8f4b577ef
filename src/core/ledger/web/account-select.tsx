import type { OutputOf } from '#kernel/contract.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { RemoteSelect } from '#platform/web/kit/form/remote-select.tsx'
import type { FilterInputProps } from '#platform/web/kit/list/filters.ts'
import { searchAccounts } from '../contract/accounts.ts'
import { words } from './words.ts'

const option = ({ id, code, name }: OutputOf<typeof searchAccounts>[number]) => ({ value: id, label: `${code} · ${name}` })

/** An account of the person's scope that takes journals by hand. */
export function ManualAccountSelect(props: FilterInputProps) {
  const labels = useLabels(words)
  return (
    <RemoteSelect
      {...props}
      contract={searchAccounts}
      placeholder={labels.text('chooseAccount')}
      search={(text) => ({ text, manual: 'true' as const })}
      find={(ids) => ({ ids })}
      option={option}
    />
  )
}
