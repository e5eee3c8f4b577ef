import { Alert, Form, Input, Select } from 'antd'
import { useId, useState } from 'react'
import { requestsOf } from '#core/approvals/contract/request.ts'
import type { BreakRow } from '#core/reconciliation/contract/breaks.ts'
import type { ReconciliationContracts } from '#core/reconciliation/contract/contracts.ts'
import { ALONE, Resolution } from '#core/reconciliation/contract/machines.ts'
import type { RequestContracts } from '#core/reconciliation/contract/requests.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels, useShellText } from '#platform/web/i18n.ts'
import type { BulkAction } from '#platform/web/kit/actions/action.ts'
import { bulk } from '#platform/web/kit/actions/actions.tsx'
import { runDownload } from '#platform/web/kit/export/downloads.tsx'
import { DateInput } from '#platform/web/kit/form/date-inputs.tsx'
import { openAddress } from '#platform/web/shell/routing/navigation.ts'
import { PersonSelect } from '../selects.tsx'
import { words } from '../words.ts'

/** What the question about several breaks has been answered with: kept as text, empty while something is missing. */
interface ChooseProps {
  value: string
  onChange: (value: string) => void
  rows: readonly BreakRow[]
}

type Answer = Record<string, string | undefined>
const complete = (answer: Answer, needed: readonly string[]) => (needed.every((field) => answer[field]?.trim()) ? JSON.stringify(answer) : '')
const given = (text: string) => Object.fromEntries(Object.entries(JSON.parse(text) as Answer).filter(([, value]) => value?.trim())) as Record<string, string>

/** What somebody has asked for already, and why it takes a second person; that alone is to be said of it. */
interface Asked {
  resolution: Resolution | undefined
  why: readonly string[]
}

/** How the breaks are to be resolved, and why: of what may be chosen here, that which one of them at least can have. */
const resolutionChooser =
  (contracts: ReconciliationContracts, allowed: readonly Resolution[], asked?: Asked) =>
  ({ onChange, rows }: ChooseProps) => {
    const labels = useLabels(words)
    const t = useShellText()
    const id = useId()
    const [answer, setAnswer] = useState<Answer>({ resolution: asked?.resolution })
    const change = (part: Answer) => {
      const next = { ...answer, ...part }
      setAnswer(next)
      onChange(complete(next, ['resolution', 'reason', ...(next.resolution === 'OUTCOME' ? ['outcome'] : [])]))
    }
    const { resolution } = answer
    const answered = asked?.resolution
    // As they were when they were chosen: what becomes of them meanwhile is said of each in the end.
    const possible = useContractQuery(contracts.breaks.possible, { ids: rows.map((row) => row.id) }, { ofForm: true })
    const options = allowed.filter((one) => possible.isError || possible.data?.includes(one))
    return (
      <div className="rec-answer">
        {asked && <Alert type="warning" showIcon title={asked.why[0]} description={asked.why.slice(1).join(' ') || undefined} />}
        <Form.Item
          label={labels.text('resolveHow')}
          htmlFor={`${id}r`}
          required
          layout="vertical"
          extra={resolution && labels.text((ALONE as readonly string[]).includes(resolution) ? 'resolveAlone' : 'resolveByTwo')}
        >
          <Select
            id={`${id}r`}
            aria-required
            loading={possible.isPending}
            placeholder={t('common.choose')}
            value={resolution}
            options={options.map((value) => ({ value, label: labels.enumValue('reconciliation.breaks.resolution', value) }))}
            onChange={(value: string) => change({ resolution: value, outcome: undefined })}
          />
        </Form.Item>
        {resolution === 'OUTCOME' && (
          <Form.Item label={labels.text('resolveOutcome')} htmlFor={`${id}o`} required layout="vertical">
            <Select
              id={`${id}o`}
              aria-required
              placeholder={t('common.choose')}
              value={answer.outcome}
              options={(['SUCCEEDED', 'FAILED'] as const).map((value) => ({ value, label: labels.enumValue('reconciliation.breaks.outcome', value) }))}
              onChange={(outcome: string) => change({ outcome })}
            />
          </Form.Item>
        )}
        <Form.Item label={labels.text('resolveWhy')} htmlFor={`${id}w`} required layout="vertical">
          <Input.TextArea
            id={`${id}w`}
            {...(answered === undefined ? {} : { 'data-first': true })}
            rows={2}
            maxLength={500}
            aria-required
            onChange={({ target }) => change({ reason: target.value })}
          />
        </Form.Item>
        <Form.Item label={labels.text('resolveNote')} htmlFor={`${id}n`} layout="vertical">
          <Input.TextArea id={`${id}n`} rows={1} maxLength={1000} onChange={({ target }) => change({ note: target.value })} />
        </Form.Item>
      </div>
    )
  }

/** Who is to look after the breaks, and until when. */
const assigneeChooser =
  (contracts: ReconciliationContracts) =>
  ({ onChange }: ChooseProps) => {
    const labels = useLabels(words)
    const t = useShellText()
    const [answer, setAnswer] = useState<Answer>({})
    const change = (part: Answer) => {
      const next = { ...answer, ...part }
      setAnswer(next)
      onChange(next.assigneeId || next.dueOn ? JSON.stringify(next) : '')
    }
    return (
      <div className="rec-answer">
        <span aria-hidden="true">{labels.text('assignTo')}</span>
        <PersonSelect
          contract={contracts.breaks.people}
          aria-label={labels.text('assignTo')}
          placeholder={t('common.choose')}
          value={answer.assigneeId}
          onChange={(id) => change({ assigneeId: typeof id === 'string' ? id : undefined })}
        />
        <span aria-hidden="true">{labels.text('assignUntil')}</span>
        <DateInput aria-label={labels.text('assignUntil')} value={answer.dueOn} onChange={(dueOn) => change({ dueOn: dueOn ?? undefined })} />
      </div>
    )
  }

const isOpen = ({ status }: BreakRow) => status === 'OPEN'
const facts = ['kind', 'difference'] as const

/** Proposes what is to become of breaks; those without money are done at once. */
export const resolveBreaks = (contracts: ReconciliationContracts, allowed: readonly Resolution[] = Resolution.options, asked?: Asked): BulkAction<BreakRow> =>
  bulk(contracts.breaks.resolve, {
    key: 'resolve',
    facts,
    when: isOpen,
    choose: resolutionChooser(contracts, allowed, asked),
    input: (answer) => given(answer) as never,
    invalidates: [contracts.sessions.detail, contracts.sessions.lines, contracts.sessions.history, requestsOf],
  })

export const assignBreaks = (contracts: ReconciliationContracts): BulkAction<BreakRow> =>
  bulk(contracts.breaks.assign, {
    key: 'assign',
    facts,
    when: ({ status }: BreakRow) => status !== 'RESOLVED',
    choose: assigneeChooser(contracts),
    input: (answer) => given(answer) as never,
  })

/** Something else that several breaks are chosen for. */
const chosenFor = (
  key: string,
  permission: string,
  when: (row: BreakRow) => boolean,
  go: (rows: readonly BreakRow[]) => Promise<void>,
): BulkAction<BreakRow> => ({
  ...{ key, place: 'bulk', permission, danger: false, fires: undefined, when, reason: undefined, choose: undefined, facts },
  run: async (rows) => {
    await go(rows)
    return { done: rows.length, refused: 0, results: rows.map(({ id }) => ({ id, code: null, message: null })) }
  },
})

/** A letter to the partner about the chosen ones. */
export const letterOfBreaks = ({ breaks }: ReconciliationContracts, sessionId: string): BulkAction<BreakRow> =>
  chosenFor(
    'letter',
    breaks.letter.permission,
    () => true,
    (rows) => runDownload(breaks.letter, { sessionId, ids: rows.map(({ id }) => id).join(',') }),
  )

/** A handling request about the transactions behind the chosen ones. */
export const requestOfBreaks = ({ routes, create }: RequestContracts, sessionId: string): BulkAction<BreakRow> =>
  chosenFor(
    'toRequest',
    create.permission,
    ({ sourceId, status }) => sourceId !== null && status !== 'RESOLVED',
    async (rows) => openAddress(`${routes.create}?${new URLSearchParams({ breaks: rows.map(({ id }) => id).join(','), session: sessionId })}`),
  )
