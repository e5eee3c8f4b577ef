import type { OutputOf } from '#kernel/contract.ts'
import { useShellText } from '#platform/web/i18n.ts'
import { RemoteSelect } from '#platform/web/kit/form/remote-select.tsx'
import type { FilterInputProps } from '#platform/web/kit/list/filters.ts'
import { cashStaff } from '../contract/holdings.ts'

const option = ({ id, code, fullName, unitName }: OutputOf<typeof cashStaff>[number]) => ({ value: id, label: fullName, hint: `${code} · ${unitName}` })

/** One of the people who work within the caller's scope, by code or name. */
export function StaffSelect(props: FilterInputProps) {
  const t = useShellText()
  return (
    <RemoteSelect
      {...props}
      contract={cashStaff}
      placeholder={t('common.choose')}
      search={(text) => ({ text })}
      find={(id) => ({ ids: [id] })}
      option={option}
    />
  )
}
