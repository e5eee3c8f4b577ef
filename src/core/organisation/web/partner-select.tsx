import { partnerOptions } from '#core/iam/contract/access/users.ts'
import { useShellText } from '#platform/web/i18n.ts'
import { RemoteSelect } from '#platform/web/kit/form/remote-select.tsx'
import type { FilterInputProps } from '#platform/web/kit/list/filters.ts'

/** One partner, by code or name. */
export function PartnerSelect(props: FilterInputProps) {
  const t = useShellText()
  return (
    <RemoteSelect
      {...props}
      contract={partnerOptions}
      placeholder={t('common.choose')}
      search={(text) => ({ text })}
      find={(id) => ({ ids: [id] })}
      option={({ id, code, name }) => ({ value: id, label: name, hint: code })}
    />
  )
}
