import { Tag } from 'antd'
import type { OutputOf } from '#kernel/contract.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels, useNames } from '#platform/web/i18n.ts'
import { Section } from '#platform/web/kit/detail/detail-layout.tsx'
import { FieldList } from '#platform/web/kit/detail/field-list.tsx'
import { FieldTable } from '#platform/web/kit/detail/field-table.tsx'
import { getSdkFacts, MarkOf } from '../contract/facts.ts'
import type { getSdkTransaction } from '../contract/transactions.ts'
import { CallBacks } from './call-backs.tsx'
import { words } from './words.ts'

type Facts = OutputOf<typeof getSdkFacts>

/** The app and the device of a payment, and what speaks against it. */
export function FactsSection({ transaction: { id, code, type } }: { transaction: OutputOf<typeof getSdkTransaction> }) {
  const labels = useLabels(words)
  // What gives a payment back is made by nobody's device.
  const { data } = useContractQuery(getSdkFacts, { id }, { quiet: true, enabled: type === 'PAYMENT' })
  if (!data) return null
  const common = { schema: getSdkFacts.output, value: data, entity: 'sdk.facts' } as const
  return (
    <>
      <Section title={labels.text('groupApp')}>
        <FieldList {...common} fields={['appName', 'appStatus', 'redirect']} />
      </Section>
      <Section title={labels.text('groupDevice')}>
        <FieldList {...common} fields={['deviceModel', 'deviceSystem', 'deviceUses', 'deviceHash']} />
      </Section>
      <Section title={labels.text('groupRisk')}>
        <Marks marks={data.marks} />
      </Section>
      <CallBacks code={code} />
    </>
  )
}

function Marks({ marks }: Pick<Facts, 'marks'>) {
  const labels = useLabels(words)
  const names = useNames('sdk.riskMark')
  if (marks.length === 0) return <p className="bt-none">{labels.text('noRisk')}</p>
  return (
    <>
      <FieldTable
        entity="sdk.mark"
        schema={MarkOf}
        rows={marks}
        rowKey={({ mark }) => mark}
        fields={[{ field: 'mark', render: ({ mark }) => <Tag color="warning">{names.enumValue('sdk.riskMark', mark)}</Tag> }, 'byPartner', 'byOperator']}
      />
      <p className="bt-none">{labels.text('riskHint')}</p>
    </>
  )
}
