import { Select } from 'antd'
import { searchCode } from '#core/masterdata/contract/lists/global-list.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useShellText } from '#platform/web/i18n.ts'

interface ListSelectProps {
  /** Code of the global list. */
  list: string
  value?: string
  onChange?: (value: string) => void
  id?: string
}

/** One entry of a global list, in the person's language. */
export function ListSelect({ list, ...props }: ListSelectProps) {
  const t = useShellText()
  const { data = [], isFetching } = useContractQuery(searchCode, { code: list }, { staleTime: 60_000, quiet: true })
  return (
    <Select
      {...props}
      className="bt-wide"
      placeholder={t('common.choose')}
      loading={isFetching}
      options={data.map(({ key, value }) => ({ value: key, label: value }))}
    />
  )
}
