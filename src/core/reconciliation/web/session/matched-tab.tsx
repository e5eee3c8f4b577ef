import { Drawer } from 'antd'
import { useMemo } from 'react'
import type { ReconciliationContracts } from '#core/reconciliation/contract/contracts.ts'
import { sessionsTopic } from '#core/reconciliation/contract/machines.ts'
import type { RowOf } from '#kernel/contract.ts'
import { fill } from '#kernel/language.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels, useLanguage } from '#platform/web/i18n.ts'
import type { DialogProps } from '#platform/web/kit/actions/action.ts'
import { act, show } from '#platform/web/kit/actions/actions.tsx'
import { Waiting } from '#platform/web/kit/detail/detail-layout.tsx'
import { showCount } from '#platform/web/kit/sizes.ts'
import { PageLink } from '#platform/web/shell/routing/page-link.tsx'
import { Lines } from '../lines.tsx'
import { words } from '../words.ts'
import { PartList } from './part-list.tsx'
import { isUnmatched, type Session } from './parts.ts'

type Match = RowOf<ReconciliationContracts['sessions']['matches']>

const KEPT = ['id', 'tab']
const FILTERS = ['text', 'method', 'differing'] as const

/** The lines of one match, of both sides. */
function MatchDrawer({ row, title, onClose, contracts, sessionId }: DialogProps<Match> & { contracts: ReconciliationContracts; sessionId: string }) {
  const labels = useLabels(words)
  const language = useLanguage()
  const query = useContractQuery(contracts.sessions.matchLines, { sessionId, matchNo: row.matchNo }, { quiet: true })
  return (
    <Drawer open size={1080} title={title} onClose={onClose}>
      <p>{row.explanation}</p>
      {query.data ? (
        <>
          <Lines lines={query.data.lines} />
          {query.data.total > query.data.lines.length && (
            <p className="bt-none">
              {labels.text('linesShown', { n: showCount(query.data.lines.length, language), all: showCount(query.data.total, language) })}
            </p>
          )}
        </>
      ) : (
        <Waiting query={query} />
      )}
    </Drawer>
  )
}

/** What agrees, by which rule, and what a person has matched by hand. */
export function MatchedTab({ session, contracts }: { session: Session; contracts: ReconciliationContracts }) {
  const labels = useLabels(words)
  const { id, version, status, recordPath } = session
  const fixed = useMemo(() => ({ sessionId: id }), [id])
  const open = status === 'MATCHED' || status === 'REVIEWING'
  const actions = useMemo(
    () => [
      show<Match>((props) => <MatchDrawer {...props} contracts={contracts} sessionId={id} />, { key: 'view' }),
      act<ReconciliationContracts['sessions']['unmatch'], Match>(contracts.sessions.unmatch, {
        key: 'unmatch',
        danger: true,
        ask: ['reason'],
        when: () => open,
        toInput: (values, { matchNo }) => ({ ...values, id, version, matchNo }),
      }),
    ],
    [contracts, id, version, open],
  )
  const columns = useMemo(
    () => [
      { field: 'matchNo' as const, width: 128, fixed: 'start' as const, opens: actions[0] as (typeof actions)[number] },
      { field: 'oursReference' as const, width: 158 },
      { field: 'theirsReference' as const, width: 158 },
      { field: 'oursAmount' as const, width: 120 },
      { field: 'theirsAmount' as const, width: 130 },
      { field: 'difference' as const, width: 104 },
      { field: 'method' as const, width: 112 },
      { field: 'rule' as const, width: 180 },
      { field: 'oursDay' as const, width: 120 },
      { field: 'theirsDay' as const, width: 120 },
      { field: 'oursLines' as const, width: 110 },
      { field: 'theirsLines' as const, width: 110 },
      { field: 'explanation' as const, width: 340 },
      {
        field: 'sourceCode' as const,
        width: 180,
        render: ({ sourceId, sourceCode }: Match) =>
          sourceId !== null && recordPath !== null ? <PageLink to={fill(recordPath, { id: sourceId })}>{sourceCode}</PageLink> : sourceCode || null,
      },
      { field: 'madeBy' as const, width: 150 },
      { field: 'madeAt' as const, width: 170 },
    ],
    [actions, recordPath],
  )
  return (
    <PartList
      contract={contracts.sessions.matches}
      fixed={fixed}
      kept={KEPT}
      live={sessionsTopic}
      filters={FILTERS}
      columns={columns}
      title={labels.text('tab_matched')}
      nameOf={({ matchNo }) => String(matchNo)}
      actions={actions}
      none={isUnmatched(session) ? labels.text('notMatched') : undefined}
    />
  )
}
