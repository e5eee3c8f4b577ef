import type { OutputOf } from '#kernel/contract.ts'
import { RemoteName, RemoteSelect } from '#platform/web/kit/form/remote-select.tsx'
import type { FilterInputProps } from '#platform/web/kit/list/filters.ts'
import { appOptions } from '../contract/apps.ts'

const apps = {
  contract: appOptions,
  find: (code: string) => ({ codes: [code] }),
  option: ({ code, name }: OutputOf<typeof appOptions>[number]) => ({ value: code, label: name, hint: code }),
}

/** One app, by code or name. */
export function AppSelect(props: FilterInputProps) {
  return <RemoteSelect {...props} {...apps} search={(text) => ({ text })} />
}
AppSelect.Name = ({ value }: { value: string }) => <RemoteName {...apps} value={value} />
