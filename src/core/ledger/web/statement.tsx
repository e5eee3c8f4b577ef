import FileExcelOutlined from '@ant-design/icons/FileExcelOutlined'
import FilePdfOutlined from '@ant-design/icons/FilePdfOutlined'
import { Button } from 'antd'
import { useState } from 'react'
import { ReportTools } from '#core/reports/web/public.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { showDate } from '#kernel/dates.ts'
import type { ReportContract, ReportFormat } from '#kernel/report.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { currentLanguage, useLabels } from '#platform/web/i18n.ts'
import { Section, Waiting } from '#platform/web/kit/detail/detail-layout.tsx'
import { runDownload } from '#platform/web/kit/export/downloads.tsx'
import { DateRangeInput } from '#platform/web/kit/form/date-inputs.tsx'
import { showCount } from '#platform/web/kit/sizes.ts'
import { MoneyText } from '#platform/web/kit/value/money.tsx'
import { TimestampText } from '#platform/web/kit/value/timestamp.tsx'
import { usePermission } from '#platform/web/session/session-store.ts'
import { type getAccount, getStatement, STATEMENT_ROWS } from '../contract/accounts.ts'
import { accountStatement } from '../contract/statement-report.ts'
import { JournalDrawer } from './journal-drawer.tsx'
import { words } from './words.ts'

export interface Period {
  from: string
  to: string
}

type Account = OutputOf<typeof getAccount>
type Answer = OutputOf<typeof getStatement>

interface Props {
  account: Account
  period: Period
  onPeriod: (period: Period) => void
}

/** Opening balance, entries as they were recorded, closing balance; a page at a time, each found by where it begins. */
export function Statement({ account, period, onPeriod }: Props) {
  const labels = useLabels(words)
  // Where the pages up to this one begin; none: the first.
  const [starts, setStarts] = useState<readonly string[]>([])
  const [days, setDays] = useState<readonly [string | undefined, string | undefined]>([period.from, period.to])
  const after = starts.at(-1)
  const query = useContractQuery(getStatement, { id: account.id, ...period, ...(after === undefined ? {} : { after }) }, { quiet: true, keepPrevious: true })
  const take = (chosen: readonly [string | undefined, string | undefined]) => {
    setDays(chosen)
    const [from, to] = chosen
    if (!from || !to || to < from) return
    setStarts([])
    onPeriod({ from, to })
  }
  return (
    <Section title={labels.text('groupStatement')} extra={
        <div className="ledger-tools">
          <DateRangeInput value={days} onChange={take} allowClear={false} />
        </div>
      }>
      <div className="ledger-tools">
        <Files accountId={account.id} period={period} />
      </div>
      <p className="ledger-soft">{labels.text('recordedTime')}</p>
      {query.data ? (
        <>
          <Lines answer={query.data} period={period} first={after === undefined} last={query.data.next === null} />
          <Pages answer={query.data} starts={starts} onStarts={setStarts} />
        </>
      ) : (
        <Waiting query={query} />
      )}
    </Section>
  )
}

function Files({ accountId, period }: { accountId: string; period: Period }) {
  const mayExport = usePermission(accountStatement.export.permission)
  if (!mayExport) return null
  const filter = { ...period, accountId }
  const take = (format: ReportFormat) => void runDownload(accountStatement.export, { searchSdi: filter, format })
  return (
    <>
      <ReportTools contract={accountStatement as unknown as ReportContract} filter={filter} />
      <Button icon={<FileExcelOutlined />} onClick={() => take('xlsx')}>
        Excel
      </Button>
      <Button icon={<FilePdfOutlined />} onClick={() => take('pdf')}>
        PDF
      </Button>
    </>
  )
}

function Lines({ answer, period, first, last }: { answer: Answer; period: Period; first: boolean; last: boolean }) {
  const labels = useLabels(words)
  const [journalId, setJournalId] = useState<string | null>(null)
  if (answer.opening === null) return <p className="bt-note">{labels.text('counting')}</p>
  const name = (field: 'journalId' | 'recordedAt' | 'businessDate' | 'description' | 'contra' | 'debit' | 'credit' | 'balance') =>
    labels.field('statement', field)
  const balanceRow = (words: string, day: string, value: string | null) => (
    <tr className="ledger-balance">
      <td />
      <td className="bt-num">{showDate(day)}</td>
      <th scope="row" colSpan={5}>
        {words}
      </th>
      <td className="bt-right">
        <MoneyText value={value} />
      </td>
    </tr>
  )
  return (
    <div className="bt-plain-table-scroll">
      <table className="bt-plain-table bt-plain-table-read ledger-statement">
        <thead>
          <tr>
            <th scope="col">{name('journalId')}</th>
            <th scope="col">{name('recordedAt')}</th>
            <th scope="col">{name('businessDate')}</th>
            <th scope="col">{name('description')}</th>
            <th scope="col">{name('contra')}</th>
            <th scope="col" className="bt-right">
              {name('debit')}
            </th>
            <th scope="col" className="bt-right">
              {name('credit')}
            </th>
            <th scope="col" className="bt-right">
              {name('balance')}
            </th>
          </tr>
        </thead>
        <tbody>
          {first && balanceRow(labels.text('opening'), period.from, answer.opening)}
          {answer.rows.map((row) => (
            <tr key={row.seq}>
              <td>
                <button type="button" className="ledger-open bt-num" onClick={() => setJournalId(row.journalId)}>
                  {row.journalId}
                </button>
              </td>
              <td>
                <TimestampText value={row.recordedAt} />
              </td>
              <td className="bt-num">{showDate(row.businessDate)}</td>
              <td>{row.description}</td>
              <td className="bt-num">{row.contra}</td>
              <td className="bt-right">{row.debit && <MoneyText value={row.debit} />}</td>
              <td className="bt-right">{row.credit && <MoneyText value={row.credit} />}</td>
              <td className="bt-right">
                <MoneyText value={row.balance} />
              </td>
            </tr>
          ))}
          {answer.entries === 0 && (
            <tr>
              <td colSpan={8} className="bt-none">
                {labels.text('noEntries')}
              </td>
            </tr>
          )}
          {last && balanceRow(labels.text('closing'), period.to, answer.closing)}
        </tbody>
      </table>
      {journalId !== null && <JournalDrawer id={journalId} onClose={() => setJournalId(null)} />}
    </div>
  )
}

function Pages({ answer, starts, onStarts }: { answer: Answer; starts: readonly string[]; onStarts: (starts: readonly string[]) => void }) {
  const labels = useLabels(words)
  const { next, rows, entries } = answer
  if (starts.length === 0 && next === null) return null
  const from = starts.length * STATEMENT_ROWS + 1
  const show = (n: number) => showCount(n, currentLanguage())
  return (
    <div className="ledger-pages">
      <span className="bt-num">{labels.text('pageOf', { from: show(from), to: show(from + rows.length - 1), n: show(entries) })}</span>
      <Button size="small" disabled={starts.length === 0} onClick={() => onStarts(starts.slice(0, -1))}>
        {labels.text('previousPage')}
      </Button>
      <Button size="small" disabled={next === null} onClick={() => next !== null && onStarts([...starts, next])}>
        {labels.text('nextPage')}
      </Button>
    </div>
  )
}
