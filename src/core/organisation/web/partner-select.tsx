import { partnerOptions } from '#core/organisation/contract/partner.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { useShellText } from '#platform/web/i18n.ts'
import { RemoteName, RemoteSelect } from '#platform/web/kit/form/remote-select.tsx'
import type { FilterInputProps } from '#platform/web/kit/list/filters.ts'

/** One partner, by code or name; `placeholder` says what an empty choice means where it means something. */
export function PartnerSelect({ placeholder, ...props }: FilterInputProps & { placeholder?: string }) {
  const t = useShellText()
  return <RemoteSelect {...props} {...partners} placeholder={placeholder ?? t('common.choose')} search={(text) => ({ text })} />
}

export function PartnerName({ id }: { id: string }) {
  return <RemoteName {...partners} value={id} />
}

const partners = {
  contract: partnerOptions,
  find: (id: string) => ({ ids: [id] }),
  option: ({ id, code, name }: OutputOf<typeof partnerOptions>[number]) => ({ value: id, label: name, hint: code }),
}
