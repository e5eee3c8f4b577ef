import type { RowOf } from '#kernel/contract.ts'
import { sumMoney } from '#kernel/money.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { type BulkAction, bulkAction } from '#platform/web/kit/actions/bulk.ts'
import { MoneyText } from '#platform/web/kit/value/money.tsx'
import { type Decision, decideRequests, type listRequests } from '../contract/request.ts'
import { refreshAll } from './decide-form.tsx'
import { words } from './words.ts'

type Row = RowOf<typeof listRequests>

/** The two decisions for requests ticked in the inbox, with the money they move; a result a row. */
export function useBulkDecisions(): readonly BulkAction<Row>[] {
  const labels = useLabels(words)
  const action = (decision: Decision) =>
    bulkAction<Row, typeof decideRequests>({
      key: decision,
      label: labels.text(decision === 'APPROVE' ? 'approve' : 'reject'),
      title: labels.text(decision === 'APPROVE' ? 'bulkApprove' : 'bulkReject'),
      danger: decision === 'REJECT',
      when: (row) => row.mayDecide,
      contract: decideRequests,
      input: (reason) => ({ decision, ...(reason === '' ? {} : { reason }) }),
      reason: decision === 'REJECT' ? 'needed' : 'optional',
      name: (row) => row.subjectCode,
      facts: [(row) => row.makerName, (row) => <MoneyText value={row.moneyImpact} />],
      summary: (rows) => <MoneyText value={sumMoney(rows.flatMap(({ moneyImpact }) => moneyImpact ?? []))} />,
      onDone: refreshAll,
    })
  return [action('APPROVE'), action('REJECT')]
}
