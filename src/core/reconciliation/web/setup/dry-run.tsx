import { Alert, Button, Segmented, Select } from 'antd'
import { useState } from 'react'
import { DryRun } from '#core/reconciliation/contract/setups.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { showDate } from '#kernel/dates.ts'
import { reasonsOf } from '#platform/web/api/api-error.ts'
import { useContractCommand } from '#platform/web/api/use-query.ts'
import { useLabels, useLanguage, useNames } from '#platform/web/i18n.ts'
import { FieldTable } from '#platform/web/kit/detail/field-table.tsx'
import { showCount } from '#platform/web/kit/sizes.ts'
import { PageLink } from '#platform/web/shell/routing/page-link.tsx'
import { tabAddress } from '../addresses.ts'
import { words } from '../words.ts'
import { draftOf, type SetupProps } from './parts.ts'

type Result = OutputOf<SetupProps['contracts']['setups']['dryRun']>
type Change = Result['rows'][number]['change']
const CHANGES: readonly Change[] = ['GAINED', 'LOST', 'CHANGED']
const E = 'reconciliation.setups.dryRun'

/** The rules of the draft on a session, beside what stands there; nothing of it is kept. */
export function DryRunPart({ setup, contracts, dirty }: SetupProps & { dirty: boolean }) {
  const labels = useLabels(words)
  const [sessionId, setSessionId] = useState(setup.sessions[0]?.id)
  const [result, setResult] = useState<Result>()
  const [refusals, setRefusals] = useState<readonly string[]>([])
  const run = useContractCommand(contracts.setups.dryRun, { quiet: true })
  const drafted = draftOf(setup) !== undefined
  const press = async () => {
    if (sessionId === undefined) return
    setRefusals([])
    try {
      setResult(await run.mutateAsync({ id: setup.id, version: setup.version, sessionId }))
    } catch (error) {
      setRefusals(reasonsOf(error))
    }
  }
  const why = dirty ? labels.text('dryRunSave') : !drafted ? labels.text('dryRunDraft') : sessionId === undefined ? labels.text('dryRunNone') : undefined
  return (
    <div className="rec-dry">
      <div className="rec-dry-ask">
        <Select
          aria-label={labels.text('dryRunSession')}
          placeholder={labels.text('dryRunSession')}
          value={sessionId}
          options={setup.sessions.map(({ id, code, fromDay, toDay }) => ({
            value: id,
            label: `${code} · ${fromDay === toDay ? showDate(fromDay) : `${showDate(fromDay)} – ${showDate(toDay)}`}`,
          }))}
          onChange={setSessionId}
        />
        <Button disabled={why !== undefined} loading={run.isPending} onClick={() => void press()}>
          {labels.text('dryRunPress')}
        </Button>
        <span className="bt-none">{why ?? labels.text('dryRunHelp')}</span>
      </div>
      {refusals.map((text) => (
        <Alert key={text} type="error" showIcon title={text} role="alert" />
      ))}
      {result && <Outcome result={result} contracts={contracts} />}
    </div>
  )
}

/** Before and after, with what would change; or that nothing would, and of how much that is said. */
function Outcome({ result, contracts }: { result: Result } & Pick<SetupProps, 'contracts'>) {
  const labels = useLabels(words)
  const language = useLanguage()
  const count = (n: number) => showCount(n, language)
  return (
    <>
      <p role="status">
        <PageLink to={tabAddress(contracts, result.sessionId, 'matched')}>{result.sessionCode}</PageLink>
        {': '}
        {labels.text('dryRunMatched', { before: count(result.matchedBefore), after: count(result.matchedAfter) })}
        {'; '}
        {labels.text('dryRunBreaks', { before: count(result.breaksBefore), after: count(result.breaksAfter) })}
      </p>
      {result.gained + result.lost + result.changed === 0 ? (
        <Alert type="info" showIcon title={labels.text('dryRunSame', { lines: count(result.lines), sessions: count(1) })} />
      ) : (
        <Changes result={result} contracts={contracts} />
      )}
    </>
  )
}

/** The first rows of each change. */
function Changes({ result, contracts }: { result: Result } & Pick<SetupProps, 'contracts'>) {
  const labels = useLabels(words)
  const language = useLanguage()
  const names = useNames(E)
  const counts: Record<Change, number> = { GAINED: result.gained, LOST: result.lost, CHANGED: result.changed }
  const [change, setChange] = useState<Change>(CHANGES.find((one) => counts[one] > 0) ?? 'GAINED')
  const rows = result.rows.filter((row) => row.change === change).map((row, at) => ({ ...row, key: `${change} ${at}` }))
  return (
    <>
      <Segmented
        aria-label={names.field(E, 'change')}
        value={change}
        options={CHANGES.map((one) => ({
          value: one,
          label: `${names.enumValue('reconciliation.setups.dryRunChange', one)} (${showCount(counts[one], language)})`,
        }))}
        onChange={setChange}
      />
      <div className="rec-scroll">
        <FieldTable
          schema={DryRun.shape.rows.element}
          rows={rows}
          rowKey={(row) => (row as (typeof rows)[number]).key}
          entity={E}
          fields={['oursReference', 'oursAmount', 'theirsReference', 'theirsAmount', 'explanation']}
          actions={({ oursReference, theirsReference }) => (
            <PageLink to={tabAddress(contracts, result.sessionId, oursReference ? 'ours' : 'theirs', { text: oursReference || theirsReference })}>
              {labels.text('toLine')}
            </PageLink>
          )}
        />
      </div>
    </>
  )
}
