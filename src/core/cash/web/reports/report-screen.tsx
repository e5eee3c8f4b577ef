import { Segmented } from 'antd'
import type { ComponentType } from 'react'
import { JournalLink } from '#core/ledger/web/public.ts'
import { UnitSelect } from '#core/organisation/web/public.ts'
import { ReportTools } from '#core/reports/web/public.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { reportScreen } from '#platform/web/kit/report/report-screen.tsx'
import { replaceAddress } from '#platform/web/shell/routing/navigation.ts'
import { pathOf } from '#platform/web/shell/routing/routing.ts'
import { useAsked, useScreen } from '#platform/web/shell/routing/screen-context.ts'
import { CASH_LEVELS, type CashLevel, cashBooks, cashSummaries } from '../../contract/reports/reports.ts'
import { words } from './words.ts'
import './reports.css'

const KINDS = ['summary', 'book'] as const
type Kind = (typeof KINDS)[number]
/** Conditions that all six know. */
const COMMON = ['from', 'to', 'unitId']

/** The six cash reports on one screen: summary or cash book, of payout points, post offices or districts. A figure of a summary opens the book behind it. */
export default (path: string) => {
  const screens = Object.fromEntries(
    CASH_LEVELS.flatMap((level) => [
      [`summary ${level}`, summaryScreen(level, path)],
      [`book ${level}`, bookScreen(level)],
    ]),
  ) as Record<string, ComponentType>
  return () => <CashReports screens={screens} />
}

function CashReports({ screens }: { screens: Record<string, ComponentType> }) {
  const labels = useLabels(words)
  const { address, tabId } = useScreen()
  const query = useAsked()
  const [kind, level] = chosen(query)
  const choose = (next: Kind, at: CashLevel) => {
    const kept = [...query].filter(([name]) => COMMON.includes(name))
    replaceAddress(tabId, `${pathOf(address)}?${new URLSearchParams([...kept, ['_kind', next], ['_level', at]])}`, true)
  }
  const Report = screens[`${kind} ${level}`] as ComponentType
  return (
    <div className="cash-reports">
      <div className="cash-reports-choice">
        <Segmented
          aria-label={labels.text('choose')}
          value={kind}
          options={KINDS.map((value) => ({ value, label: labels.text(value) }))}
          onChange={(value) => choose(value, level)}
        />
        <Segmented
          aria-label={labels.text('level')}
          value={level}
          options={CASH_LEVELS.map((value) => ({ value, label: labels.text(value) }))}
          onChange={(value) => choose(kind, value)}
        />
        <span className="cash-reports-basis">{labels.text(level === 'district' ? 'basisDistrict' : 'basis')}</span>
      </div>
      <Report key={`${kind} ${level}`} />
    </div>
  )
}

function chosen(query: URLSearchParams): [Kind, CashLevel] {
  return [KINDS.find((one) => one === query.get('_kind')) ?? 'summary', CASH_LEVELS.find((one) => one === query.get('_level')) ?? 'post-office']
}

const period = { range: ['from', 'to'], label: 'period', days: 7 } as const

function summaryScreen(level: CashLevel, path: string): ComponentType {
  return reportScreen(cashSummaries[level], {
    filters: [period, { field: 'unitId', input: UnitSelect }],
    columns: [
      { field: 'placeName', width: 234, fixed: 'start' },
      ...(['opening', 'moneyIn', 'moneyOut', 'closing'] as const).map((field) => ({ field, width: 150 })),
      ...(['ceiling', 'over'] as const).map((field) => ({ field, width: 142 })),
      // What receipts and payments are made of.
      ...(['inService', 'inTreasury', 'inOther', 'inLate', 'outService', 'outTreasury', 'outOther', 'outLate'] as const),
    ],
    drillPath: `${path}?${new URLSearchParams({ _kind: 'book', _level: level })}`,
    actions: ReportTools,
  })
}

function bookScreen(level: CashLevel): ComponentType {
  return reportScreen(cashBooks[level], {
    filters: [period, { field: 'unitId', input: UnitSelect }, { field: 'placeId', input: UnitSelect }, 'flow', 'direction'],
    columns: [
      { field: 'businessDate', width: 112 },
      { field: 'journalId', width: 104, render: ({ journalId }) => <JournalLink id={String(journalId)} /> },
      { field: 'kind', width: 140 },
      { field: 'reference', width: 160 },
      { field: 'description', width: 150 },
      { field: 'moneyIn', width: 146 },
      { field: 'moneyOut', width: 146 },
      'holdingName',
      'contra',
      'lateOf',
      'recordedAt',
      { field: 'balance', width: 138, fixed: 'end' },
    ],
    actions: ReportTools,
  })
}
