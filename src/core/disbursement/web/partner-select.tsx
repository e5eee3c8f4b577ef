import { payingPartners } from '#core/disbursement/contract/batches.ts'
import { useShellText } from '#platform/web/i18n.ts'
import { RemoteSelect } from '#platform/web/kit/form/remote-select.tsx'
import type { FilterInputProps } from '#platform/web/kit/list/filters.ts'

/** A partner that makes transfers. */
export function PayingPartnerSelect(props: FilterInputProps) {
  return (
    <RemoteSelect
      {...props}
      find={(id) => ({ ids: [id] })}
      option={({ id, code, name }) => ({ value: id, label: name, hint: code })}
      contract={payingPartners}
      search={(text) => ({ text })}
      placeholder={useShellText()('common.choose')}
    />
  )
}
