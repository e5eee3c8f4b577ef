import { Alert } from 'antd'
import { requestsTopic } from '#core/approvals/contract/request.ts'
import { RequestBanner, RequestHistory } from '#core/approvals/web/public.ts'
import { findPayout, listPayouts } from '#core/payouts/contract/lists.ts'
import { listMachine, payoutsTopic } from '#core/payouts/contract/machine.ts'
import { TraceLink } from '#core/trace/web/public.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { toneOf } from '#kernel/machine.ts'
import { showMoney } from '#kernel/money.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels, useLanguage, useShellText } from '#platform/web/i18n.ts'
import { DetailLayout, Section } from '#platform/web/kit/detail/detail-layout.tsx'
import { FieldList } from '#platform/web/kit/detail/field-list.tsx'
import { FieldTable } from '#platform/web/kit/detail/field-table.tsx'
import { JournalTable } from '#platform/web/kit/detail/journal-table.tsx'
import { Neighbours } from '#platform/web/kit/detail/neighbours.tsx'
import { Timeline } from '#platform/web/kit/detail/timeline.tsx'
import { StatusTag } from '#platform/web/kit/value/status-tag.tsx'
import { useLiveRead } from '#platform/web/live/live-reads.ts'
import { openAddress } from '#platform/web/shell/routing/navigation.ts'
import { PageLink } from '#platform/web/shell/routing/page-link.tsx'
import { useAsked } from '#platform/web/shell/routing/screen-context.ts'
import { linesAddress, type PayoutPaths, payoutAddress } from './paths.ts'
import { payoutActions } from './payout-actions.tsx'
import { Progress } from './progress.tsx'
import { ReturnedFile } from './returned.tsx'
import { PayoutSelect } from './selects.tsx'
import { Transfers } from './transfers.tsx'
import { Warnings } from './warnings.tsx'
import { words } from './words.ts'

type Detail = OutputOf<typeof findPayout>

function PayoutDetail({ id, paths, actions }: { id: string; paths: PayoutPaths; actions: ReturnType<typeof payoutActions> }) {
  const query = useContractQuery(findPayout, { id }, { quiet: true })
  useLiveRead(payoutsTopic, query)
  useLiveRead(requestsTopic, query)
  return (
    <DetailLayout
      query={query}
      offers={{ actions, schema: findPayout.output, entity: 'payouts.list' }}
      head={(list) => ({
        code: list.code,
        status: { machine: listMachine.name, value: list.status },
        title: `${list.programmeName} ${list.month}`,
        amount: { value: list.total, currency: 'VND' },
        banner: (
          <>
            {list.pendingRequestId !== null && <RequestBanner requestId={list.pendingRequestId} />}
            <Difference list={list} />
            <LeftOut list={list} />
          </>
        ),
        actions: (
          <>
            <TraceLink code={list.code} />
            <Neighbours list={listPayouts} id={id} path={(other) => payoutAddress(paths, other)} />
          </>
        ),
      })}
      aside={(list) => <History list={list} />}
    >
      {(list) => <Facts list={list} paths={paths} />}
    </DetailLayout>
  )
}

const isOpen = ({ status }: Detail) => status === 'DRAFT' || status === 'CHECKED'
const differs = (list: Detail) => list.fileCount !== list.controlCount || list.fileTotal !== list.controlTotal

/** Who was not taken over from earlier lists, until the list is on its way. */
function LeftOut({ list }: { list: Detail }) {
  const labels = useLabels(words)
  if (list.leftOut === '' || !isOpen(list)) return null
  return <Alert type="info" showIcon title={labels.text('leftOutNote', { names: list.leftOut })} style={{ marginBlockEnd: 8 }} />
}

/** The letter and the file do not say the same. */
function Difference({ list }: { list: Detail }) {
  const labels = useLabels(words)
  if (!isOpen(list) || list.kind !== 'REGULAR' || list.lineCount === 0 || !differs(list)) return null
  return <Alert type="warning" showIcon title={labels.text('controlDiffers')} style={{ marginBlockEnd: 8 }} />
}

function Facts({ list, paths }: { list: Detail; paths: PayoutPaths }) {
  const t = useShellText()
  const labels = useLabels(words)
  const held = (fields: readonly Extract<keyof Detail, string>[]) => fields.filter((field) => list[field] !== null && list[field] !== '')
  return (
    <>
      <Section title={labels.text('groupList')}>
        <FieldList
          entity="payouts.list"
          schema={findPayout.output}
          value={list}
          fields={[
            'partnerName',
            'programmeKind',
            'kind',
            'month',
            'unitName',
            'payFrom',
            'payUntil',
            'unpaidRule',
            ...(list.parentId === null
              ? []
              : [
                  {
                    field: 'parentCode' as const,
                    render: ({ parentId, parentCode }: Detail) => <PageLink to={payoutAddress(paths, parentId ?? '')}>{parentCode}</PageLink>,
                  },
                ]),
            ...held(['submittedBy', 'approvedBy', 'approvedAt', 'closedAt', 'settledReference', 'note', 'leftOut', 'hash']),
          ]}
        />
      </Section>
      {list.kind === 'REGULAR' && (
        <Section title={labels.text('groupControl')}>
          <FieldList
            entity="payouts.list"
            schema={findPayout.output}
            value={list}
            fields={['controlCount', 'fileCount', 'controlTotal', 'fileTotal', ...held(['fileName'])]}
          />
        </Section>
      )}
      <Warnings list={list} paths={paths} />
      {list.accountId !== null && (
        <Section title={labels.text('groupMoney')} extra={<ReturnedFile list={list} />}>
          <FieldList
            entity="payouts.list"
            schema={findPayout.output}
            value={list}
            fields={['total', 'paid', 'unpaid', 'returned', 'balance', 'accountCode', ...held(['funds'])]}
          />
        </Section>
      )}
      {list.lineCount > 0 && (
        <Section title={labels.text('groupStates')} extra={<PageLink to={linesAddress(paths, list.id)}>{labels.text('showLines')}</PageLink>}>
          <FieldTable
            schema={findPayout.output.shape.states.element}
            rows={list.states}
            rowKey={({ status }) => status}
            entity="payouts.list"
            fields={[
              {
                field: 'status',
                render: ({ status }) => (
                  <PageLink to={linesAddress(paths, list.id, 'status', status)}>
                    <StatusTag machine="payouts.lineStatus" value={status} />
                  </PageLink>
                ),
              },
              'lines',
              'amount',
            ]}
          />
          {list.status !== 'CANCELLED' && list.states.some(({ status }) => status === 'CANCELLED') && <p className="bt-none">{labels.text('withdrawnNote')}</p>}
        </Section>
      )}
      {list.accountId !== null && <Progress id={list.id} paths={paths} />}
      {list.accountId !== null && <Transfers id={list.id} />}
      {list.journals.length > 0 && (
        <Section title={t('detail.journal')}>
          <JournalTable journals={list.journals} />
        </Section>
      )}
      <RequestHistory subjectType="payout.list" subjectId={list.id} />
    </>
  )
}

/** Its states, and the files that its lines came from. */
function History({ list: { timeline, imports } }: { list: Detail }) {
  const t = useShellText()
  const language = useLanguage()
  const labels = useLabels(words)
  const states = timeline.map(({ seq, status, at, by, note }) => ({
    key: String(seq),
    at,
    title: labels.enumValue('payouts.listStatus', status),
    by,
    note: note || null,
    tone: toneOf(listMachine.name, status),
  }))
  const files = imports.map(({ id, at, by, fileName, lines, total, carried }) => ({
    key: `file-${id}`,
    at,
    title: labels.text('imported', { file: fileName }),
    by,
    note: [labels.text('importedLines', { lines, total: showMoney(total, language, 0) }), carried > 0 && labels.text('importedCarried', { carried })]
      .filter(Boolean)
      .join('; '),
  }))
  // At the same moment: a file comes after the draft that it is for, and before what follows from it.
  const [draft, ...steps] = states
  const items = [...(draft ? [draft] : []), ...files, ...steps].sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
  return (
    <Section title={t('detail.timeline')}>
      <Timeline items={items} />
    </Section>
  )
}

/** Opened without a list: one is chosen. */
function Choose({ paths }: { paths: PayoutPaths }) {
  const t = useShellText()
  const labels = useLabels(words)
  return (
    <Section title={labels.text('groupList')}>
      <div style={{ maxWidth: 420 }}>
        <PayoutSelect
          placeholder={t('common.choose')}
          aria-label={labels.field('line', 'listId')}
          onChange={(id) => typeof id === 'string' && openAddress(payoutAddress(paths, id))}
        />
      </div>
    </Section>
  )
}

function Screen({ paths, actions }: { paths: PayoutPaths; actions: ReturnType<typeof payoutActions> }) {
  const id = useAsked().get('id')
  return id && /^\d+$/.test(id) ? <PayoutDetail key={id} id={id} paths={paths} actions={actions} /> : <Choose paths={paths} />
}

export default (paths: PayoutPaths) => {
  const actions = payoutActions(paths)
  return () => <Screen paths={paths} actions={actions} />
}
