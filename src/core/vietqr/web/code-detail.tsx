import { Alert, QRCode } from 'antd'
import { RecordHistory } from '#core/audit/web/public.ts'
import { merchantsTopic } from '#core/merchants/contract/machine.ts'
import { transactionsTopic } from '#core/payments/contract/transaction.ts'
import { decodeVietQr } from '#core/vietqr/contract/codec/vietqr.ts'
import { findCode, listCodes } from '#core/vietqr/contract/codes.ts'
import { codeMachine, codesTopic } from '#core/vietqr/contract/machine.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { toneOf } from '#kernel/machine.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels } from '#platform/web/i18n.ts'
import type { Action } from '#platform/web/kit/actions/action.ts'
import { DetailLayout, Section } from '#platform/web/kit/detail/detail-layout.tsx'
import { FieldList } from '#platform/web/kit/detail/field-list.tsx'
import { Neighbours } from '#platform/web/kit/detail/neighbours.tsx'
import { Timeline } from '#platform/web/kit/detail/timeline.tsx'
import { useLiveReads } from '#platform/web/live/live-reads.ts'
import { PageLink } from '#platform/web/shell/routing/page-link.tsx'
import { useScreen } from '#platform/web/shell/routing/screen-context.ts'
import { type CodeRow, codeActions } from './code-actions.tsx'
import { printCode } from './code-prints.tsx'
import { useStop } from './code-state.tsx'
import { type CodePaths, codeAddress } from './paths.ts'
import { Payments } from './payments.tsx'
import { TagTable } from './studio/tag-table.tsx'
import { words } from './words.ts'
import './codes.css'

type Code = OutputOf<typeof findCode>
const ENTITY = 'vietqr.code'
const PICTURE_PX = 220

interface Props {
  paths: CodePaths
  actions: readonly Action<CodeRow>[]
}

function CodeDetail({ paths, actions }: Props) {
  const { id = '' } = useScreen().params
  const query = useContractQuery(findCode, { id }, { quiet: true })
  useLiveReads(codesTopic, findCode)
  useLiveReads(transactionsTopic, findCode)
  useLiveReads(merchantsTopic, findCode)
  return (
    <DetailLayout
      query={query}
      offers={{ actions, schema: findCode.output, entity: ENTITY }}
      head={(code) => ({
        code: code.code,
        status: { machine: codeMachine.name, value: code.status },
        title: [code.merchantName, code.counter].filter(Boolean).join(' · '),
        ...(code.amount === null ? {} : { amount: { value: code.amount, currency: 'VND' } }),
        banner: <Notes code={code} paths={paths} />,
        actions: <Neighbours list={listCodes} id={id} path={(other) => codeAddress(paths, other)} />,
      })}
      aside={(code) => <Aside code={code} />}
    >
      {(code) => <Facts code={code} paths={paths} />}
    </DetailLayout>
  )
}

/** What would be paid by, were it not for its merchant. */
const IN_USE: readonly string[] = ['DRAFT', 'ACTIVE', 'LOCKED']

/** What somebody has to know before they print or hang it up. */
function Notes({ code, paths }: { code: Code; paths: CodePaths }) {
  const labels = useLabels(words)
  const stop = useStop()(code)
  const { status, replacedBy } = code
  if (replacedBy) {
    const link = <PageLink to={codeAddress(paths, replacedBy.id)}>{labels.text('toReplacement', { code: replacedBy.code })}</PageLink>
    return <Alert type="warning" showIcon title={labels.text('replacedNote', { code: replacedBy.code })} action={link} />
  }
  if (stop && 'merchant' in stop && IN_USE.includes(status))
    return <Alert type="warning" showIcon title={labels.text('merchantNote', { status: stop.merchant })} />
  if (stop && 'day' in stop && status === 'ACTIVE') return <Alert type="warning" showIcon title={labels.text('notYetNote', stop)} />
  return status === 'DRAFT' ? <Alert type="info" showIcon title={labels.text('draftNote')} /> : null
}

function Facts({ code, paths }: { code: Code; paths: CodePaths }) {
  const labels = useLabels(words)
  const shown = { entity: ENTITY, schema: findCode.output, value: code } as const
  const given = (fields: readonly Extract<keyof Code, string>[]) => fields.filter((field) => code[field] !== null && code[field] !== '')
  const otherOf = (other: Code['replaces']) => other && <PageLink to={codeAddress(paths, other.id)}>{other.code}</PageLink>
  return (
    <>
      <Section title={labels.text('groupCode')}>
        <div className="bt-code-facts">
          <div className="bt-code-picture" role="img" aria-label={labels.text('picture', { code: code.code })}>
            <span aria-hidden="true">
              <QRCode value={code.payload} type="svg" size={PICTURE_PX} errorLevel="M" color="#000" bgColor="#fff" bordered={false} marginSize={4} />
            </span>
          </div>
          <FieldList
            {...shown}
            fields={[
              'merchantName',
              'merchantCode',
              'merchantStatus',
              'kind',
              ...given(['counter']),
              code.amount === null ? { field: 'amount', render: () => labels.text('anyAmount') } : 'amount',
              ...given(['memo']),
              'accountNumber',
              'bankName',
              'validFrom',
              ...given(['validTo']),
              'unitName',
              ...(code.replaces ? [{ field: 'replaces' as const, render: () => otherOf(code.replaces) }] : []),
              ...(code.replacedBy ? [{ field: 'replacedBy' as const, render: () => otherOf(code.replacedBy) }] : []),
              ...given(['stepNote']),
              'createdBy',
              'createdAt',
            ]}
          />
        </div>
      </Section>
      <Section title={labels.text('groupMoney')}>
        <FieldList {...shown} fields={['paidToday', 'amountToday', 'payments', 'amountPaid', ...given(['lastPaidAt'])]} />
      </Section>
      <Payments number={code.accountNumber} paths={paths} />
      <Section title={labels.text('groupPayload')}>
        <Payload text={code.payload} bank={code.bankName} />
      </Section>
    </>
  )
}

/** What the code says, with each tag named. */
function Payload({ text, bank }: { text: string; bank: string }) {
  return (
    <>
      <p className="bt-num bt-code-payload">{text}</p>
      <TagTable tags={decodeVietQr(text).tags} faults={[]} bank={bank} />
    </>
  )
}

function Aside({ code }: { code: Code }) {
  const labels = useLabels(words)
  const items = code.events.map(({ seq, status, at, by, note }) => ({
    ...{ key: String(seq), at, by: by === 'system' ? '' : by, note: note || null },
    ...{ title: labels.enumValue('vietqr.codeStatus', status), tone: toneOf(codeMachine.name, status) },
  }))
  return (
    <>
      <Section title={labels.text('history')}>
        <Timeline items={items} />
      </Section>
      <RecordHistory subjectType={ENTITY} subjectId={code.id} />
    </>
  )
}

export default (paths: CodePaths) => {
  const actions = [printCode, ...codeActions(paths)]
  return () => <CodeDetail paths={paths} actions={actions} />
}
