import { auditOf } from '#core/audit/contract/audit.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { act } from '#platform/web/kit/actions/actions.tsx'
import { Field } from '#platform/web/kit/form/field.tsx'
import type { getAccount } from '../contract/accounts.ts'
import { listChart, moveAccount } from '../contract/chart.ts'
import { ChartSelect } from './chart-select.tsx'
import { words } from './words.ts'

type Account = OutputOf<typeof getAccount>

function Fields({ record }: { record: Account }) {
  const labels = useLabels(words)
  return (
    <Field name="chartNumber" label={labels.field('account', 'chart')}>
      <ChartSelect of={record.class} placeholder={labels.text('chooseChart')} />
    </Field>
  )
}

/** Shows the account under another line of its class. */
export const moveToLine = act<typeof moveAccount, Account>(moveAccount, {
  key: 'move',
  ask: Fields,
  when: ({ pendingRequestId }) => pendingRequestId === null,
  invalidates: [auditOf, listChart],
})
