import { partnerOptions } from '#core/iam/contract/access/users.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { useShellText } from '#platform/web/i18n.ts'
import { RemoteName, RemoteSelect } from '#platform/web/kit/form/remote-select.tsx'
import type { FilterInputProps } from '#platform/web/kit/list/filters.ts'

/** One partner, by code or name. */
export function PartnerSelect(props: FilterInputProps) {
  const t = useShellText()
  return <RemoteSelect {...props} {...partners} placeholder={t('common.choose')} search={(text) => ({ text })} />
}

export function PartnerName({ id }: { id: string }) {
  return <RemoteName {...partners} value={id} />
}

const partners = {
  contract: partnerOptions,
  find: (id: string) => ({ ids: [id] }),
  option: ({ id, code, name }: OutputOf<typeof partnerOptions>[number]) => ({ value: id, label: name, hint: code }),
}
