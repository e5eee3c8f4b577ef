import BarChartOutlined from '@ant-design/icons/BarChartOutlined'
import { PendingBadge } from '#core/approvals/web/public.ts'
import { PartnerSelect, UnitSelect } from '#core/organisation/web/public.ts'
import type { RowOf } from '#kernel/contract.ts'
import { show, visit } from '#platform/web/kit/actions/actions.tsx'
import { visitImport } from '#platform/web/kit/import/visit-import.tsx'
import { listScreen } from '#platform/web/kit/list/list-screen.tsx'
import { StatusTag } from '#platform/web/kit/value/status-tag.tsx'
import { caseMachine, casesTopic } from '../contract/case.ts'
import { listCases } from '../contract/cases.ts'
import { outcomesReport } from '../contract/report.ts'
import { importResults } from '../contract/result-file.ts'
import { AskedCase } from './asked-case.tsx'
import { bulkActions, caseActions } from './case-actions.tsx'
import { CaseDrawer } from './case-drawer.tsx'
import { EvidenceBar } from './evidence-bar.tsx'
import { NextInquiry } from './next-inquiry.tsx'
import type { OutcomePaths } from './paths.ts'

const view = show<Pick<RowOf<typeof listCases>, 'id'>>(CaseDrawer, { key: 'open' })

/** Transactions whose outcome nobody knows: what waits stands first, the oldest on top. */
export default function caseScreen(paths: OutcomePaths) {
  return listScreen(listCases, {
    live: casesTopic,
    toolbar: AskedCase,
    filters: [
      'text',
      'status',
      { field: 'partnerId', input: PartnerSelect },
      'suggested',
      'mine',
      'conflict',
      { range: ['from', 'to'], label: 'occurredAt', days: 0 },
      'channel',
      'service',
      'taken',
      'cause',
      { field: 'unitId', input: UnitSelect },
      { range: ['amountFrom', 'amountTo'], label: 'amount' },
    ],
    columns: [
      { field: 'code', fixed: 'start', opens: view },
      { field: 'hours', width: 124 },
      'amount',
      {
        field: 'status',
        width: 172,
        render: ({ status, conflict, pendingRequestId }) => {
          const tag = <StatusTag machine={caseMachine.name} value={status} {...(conflict ? { tone: 'failure' as const } : {})} />
          return pendingRequestId ? <PendingBadge requestId={pendingRequestId}>{tag}</PendingBadge> : tag
        },
      },
      { field: 'inquiry', label: 'evidenceBar', width: 136, render: (row) => <EvidenceBar {...row} /> },
      'suggested',
      { field: 'reason', width: 220 },
      'partnerName',
      'channel',
      { field: 'nextInquiryAt', width: 190, render: (row) => <NextInquiry row={row} /> },
      'inquiries',
      'assignee',
      'verdict',
      'conflict',
      'unitName',
      'occurredAt',
      { field: 'statement', hidden: true },
      { field: 'partner', hidden: true },
      { field: 'paper', hidden: true },
      { field: 'service', hidden: true },
      { field: 'cause', hidden: true },
      { field: 'externalRef', hidden: true },
      { field: 'inquiredAt', hidden: true },
      { field: 'resolvedBy', hidden: true },
      { field: 'decidedAt', hidden: true },
      { field: 'waitsSince', hidden: true },
    ],
    nameOf: ({ code }) => code,
    actions: [
      visitImport(paths.import, importResults.upload),
      visit(paths.report, outcomesReport, { key: 'report', icon: <BarChartOutlined /> }),
      view,
      ...caseActions,
      ...bulkActions,
    ],
  })
}
