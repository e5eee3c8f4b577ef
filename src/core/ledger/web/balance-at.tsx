import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import { useId, useState } from 'react'
import type { OutputOf } from '#kernel/contract.ts'
import { showTimestamp } from '#kernel/dates.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { Section, Waiting } from '#platform/web/kit/detail/detail-layout.tsx'
import { MoneyText } from '#platform/web/kit/value/money.tsx'
import { type getAccount, getBalanceAt } from '../contract/accounts.ts'
import { words } from './words.ts'

/** What the books said at a moment, by the time of recording. */
export function BalanceAt({ account }: { account: OutputOf<typeof getAccount> }) {
  const labels = useLabels(words)
  const inputId = useId()
  const [at, setAt] = useState<string | null>(null)
  const query = useContractQuery(getBalanceAt, { id: account.id, at: at ?? '' }, { enabled: at !== null, quiet: true, keepPrevious: true })
  return (
    <Section title={labels.text('groupBalanceAt')}>
      <div className="ledger-moment">
        <label htmlFor={inputId}>{labels.text('asOf')}</label>
        <DatePicker
          id={inputId}
          showTime
          format="DD/MM/YYYY HH:mm:ss"
          placeholder="DD/MM/YYYY HH:mm:ss"
          // The clock of the portal is that of Viet Nam, wherever the browser stands.
          onChange={(moment) => setAt(moment ? `${dayjs(moment).format('YYYY-MM-DDTHH:mm:ss')}.999+07:00` : null)}
        />
        <span className="ledger-soft">{labels.text('recordedTime')}</span>
        {at !== null && query.data === undefined && <Waiting query={query} />}
        {at !== null && query.data && <Answer answer={query.data} />}
      </div>
    </Section>
  )
}

function Answer({ answer: { balance, recordedAt } }: { answer: OutputOf<typeof getBalanceAt> }) {
  const labels = useLabels(words)
  if (balance === null) return <span>{labels.text('counting')}</span>
  return (
    <>
      <strong>
        <MoneyText value={balance} />
      </strong>
      <span className="ledger-soft">{recordedAt === null ? labels.text('noEntryBefore') : labels.text('lastEntry', { at: showTimestamp(recordedAt) })}</span>
    </>
  )
}
