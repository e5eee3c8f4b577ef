import { Select } from 'antd'
import { requestsOf } from '#core/approvals/contract/request.ts'
import { auditOf } from '#core/audit/contract/audit.ts'
import { searchCode } from '#core/masterdata/contract/lists/global-list.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useShellText } from '#platform/web/i18n.ts'
import type { Action } from '#platform/web/kit/actions/action.ts'
import { act } from '#platform/web/kit/actions/actions.tsx'
import { Field } from '#platform/web/kit/form/field.tsx'
import { explainVariance, type findCount, VARIANCE_REASONS } from '../../contract/counts.ts'
import { CASH_READS } from './count-sheet.tsx'

function ReasonSelect(props: { value?: string; onChange?: (value: string) => void; id?: string }) {
  const t = useShellText()
  const { data = [], isFetching } = useContractQuery(searchCode, { code: VARIANCE_REASONS }, { staleTime: 60_000, quiet: true })
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

function ExplainFields() {
  return (
    <>
      <Field name="reasonCode">
        <ReasonSelect />
      </Field>
      <Field name="note" />
    </>
  )
}

/** What may be done about a count. */
export const countActions: readonly Action<OutputOf<typeof findCount>>[] = [
  act(explainVariance, {
    ask: ExplainFields,
    when: ({ varianceStatus, blind }: OutputOf<typeof findCount>) => varianceStatus === 'OPEN' && !blind,
    invalidates: [auditOf, requestsOf, ...CASH_READS],
  }),
]
