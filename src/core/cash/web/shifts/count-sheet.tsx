import { Alert } from 'antd'
import { useState } from 'react'
import type { OutputOf } from '#kernel/contract.ts'
import { messageOf } from '#platform/web/api/api-error.ts'
import { useContractCommand } from '#platform/web/api/use-query.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { Section } from '#platform/web/kit/detail/detail-layout.tsx'
import { TimestampText } from '#platform/web/kit/value/timestamp.tsx'
import { type CountLine, findCount, listCounts, type myCount, submitCount } from '../../contract/counts.ts'
import { findHolding, listHoldings } from '../../contract/holdings.ts'
import { findShift, listShifts, myShift } from '../../contract/shifts.ts'
import { Denominations } from './denominations.tsx'
import { UnknownPayouts } from './unknown-payouts.tsx'
import { words } from './words.ts'

type UnderWay = NonNullable<OutputOf<typeof myCount>['count']>

/** Whatever shows a balance, a count or a shift. */
export const CASH_READS = [myShift, findShift, listShifts, findCount, listCounts, findHolding, listHoldings]

/** The sheet of a count that the person has begun. */
export function CountSheet({ count, onDone }: { count: UnderWay; onDone: (done: OutputOf<typeof submitCount>) => void }) {
  const labels = useLabels(words)
  const [refusal, setRefusal] = useState<string | null>(null)
  const command = useContractCommand(submitCount, { invalidates: CASH_READS, quiet: true })
  const { sessionId, holdingCode, holdingName, reason, startedAt, witnessName, payouts } = count
  const send = async (lines: CountLine[]) => {
    setRefusal(null)
    try {
      onDone(await command.mutateAsync({ sessionId, lines }))
    } catch (error) {
      setRefusal(messageOf(error))
    }
  }
  return (
    <>
      <UnknownPayouts rows={payouts} />
      <Section title={labels.text('countOf', { holding: `${holdingCode} ${holdingName}` })}>
        <p>
          {labels.enumValue('cash.shifts.countReason', reason)} · {labels.text('since')} <TimestampText value={startedAt} />
          {witnessName && ` · ${labels.field('count', 'witnessName')}: ${witnessName}`}
        </p>
        <p>{labels.text('blind')}</p>
        {refusal && <Alert type="error" showIcon title={refusal} role="alert" />}
        <Denominations key={sessionId} busy={command.isPending} submit={labels.text('submitCount')} onSubmit={(lines) => void send(lines)} />
      </Section>
    </>
  )
}
