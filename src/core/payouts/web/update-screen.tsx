import { Alert, Form } from 'antd'
import { useEffect } from 'react'
import { z } from 'zod'
import { requestsOf } from '#core/approvals/contract/request.ts'
import { RequestBanner } from '#core/approvals/web/public.ts'
import { UnitSelect } from '#core/organisation/web/public.ts'
import { findPayout, listPayouts } from '#core/payouts/contract/lists.ts'
import { versionMachine } from '#core/payouts/contract/machine.ts'
import {
  addLine,
  Change,
  changeLine,
  discardVersion,
  openLines,
  openVersion,
  payoutVersions,
  proposeVersion,
  removeChange,
  stopLine,
} from '#core/payouts/contract/versions.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { showDate } from '#kernel/dates.ts'
import { Id, Version } from '#kernel/primitives.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels, useShellText } from '#platform/web/i18n.ts'
import { ActionButton, ActionHost } from '#platform/web/kit/actions/action-host.tsx'
import { act } from '#platform/web/kit/actions/actions.tsx'
import { Section, Waiting } from '#platform/web/kit/detail/detail-layout.tsx'
import { FieldTable } from '#platform/web/kit/detail/field-table.tsx'
import { Field, Pair } from '#platform/web/kit/form/field.tsx'
import { MoneyText } from '#platform/web/kit/value/money.tsx'
import { StatusTag } from '#platform/web/kit/value/status-tag.tsx'
import { openAddress } from '#platform/web/shell/routing/navigation.ts'
import { PageLink } from '#platform/web/shell/routing/page-link.tsx'
import { useAsked } from '#platform/web/shell/routing/screen-context.ts'
import { type PayoutPaths, payoutAddress, updateAddress } from './paths.ts'
import { LineSelect, PayoutSelect } from './selects.tsx'
import { words } from './words.ts'

type List = OutputOf<typeof findPayout>
type Update = OutputOf<typeof payoutVersions>[number]

const invalidates = [payoutVersions, findPayout, listPayouts, requestsOf]
const ListRow = z.object({ id: Id, code: z.string() })
const DraftRow = z.object({ id: Id, version: Version, status: versionMachine.status, name: z.string(), listId: Id })
type DraftRow = z.output<typeof DraftRow>

function PaymentFields() {
  return (
    <>
      <Pair>
        <Field name="amount" />
        <Field name="unitId" chosen>
          <UnitSelect />
        </Field>
      </Pair>
      <Field name="method" />
      <Pair>
        <Field name="bankBin" />
        <Field name="accountNumber" />
        <Field name="accountName" />
      </Pair>
      <Pair>
        <Field name="receiverName" />
        <Field name="receiverIdentity" />
        <Field name="receiverPaper" />
      </Pair>
    </>
  )
}

function NewLineFields() {
  return (
    <>
      <Pair>
        <Field name="beneficiaryCode" />
        <Field name="name" />
      </Pair>
      <Pair>
        <Field name="identityNumber" />
        <Field name="birthDate" />
      </Pair>
      <PaymentFields />
    </>
  )
}

function ChosenLine() {
  const listId = useAsked().get('listId') ?? ''
  return (
    <Field name="lineId" chosen>
      <LineSelect listId={listId} />
    </Field>
  )
}

/** Begins with what the chosen line says now. */
function ChangedLineFields() {
  const listId = useAsked().get('listId') ?? ''
  const form = Form.useFormInstance()
  const lineId = Form.useWatch<string | undefined>('lineId', form)
  const { data } = useContractQuery(openLines, { listId, ids: [lineId ?? '0'] }, { enabled: lineId !== undefined, quiet: true })
  const line = data?.[0]
  useEffect(() => {
    if (!line) return
    const { id: _id, code: _code, ...fields } = line
    form.setFieldsValue(Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, value ?? undefined])))
  }, [line, form])
  return (
    <>
      <ChosenLine />
      <Field name="name" />
      <PaymentFields />
    </>
  )
}

function StoppedLineFields() {
  return (
    <>
      <ChosenLine />
      <Field name="kind" />
      <Field name="reason" />
    </>
  )
}

const size = 720
const open = act<typeof openVersion, z.output<typeof ListRow>>(openVersion, {
  key: 'openVersion',
  ask: ['reason'],
  toInput: ({ reason }, { id }) => ({ listId: id, reason }),
  invalidates,
})
const isDraft = ({ status }: DraftRow) => status === 'DRAFT'
const add = act<typeof addLine, DraftRow>(addLine, { key: 'addLine', size, ask: NewLineFields, when: isDraft, values: () => ({ method: 'CASH' }), invalidates })
const change = act<typeof changeLine, DraftRow>(changeLine, {
  key: 'changeLine',
  size,
  ask: ChangedLineFields,
  when: isDraft,
  values: () => ({ method: 'CASH' }),
  invalidates,
})
const stop = act<typeof stopLine, DraftRow>(stopLine, { key: 'stopLine', ask: StoppedLineFields, when: isDraft, values: () => ({ kind: 'HOLD' }), invalidates })
const propose = act<typeof proposeVersion, DraftRow>(proposeVersion, { ask: ['reason'], invalidates })
const discard = act<typeof discardVersion, DraftRow>(discardVersion, { key: 'discard', danger: true, when: isDraft, invalidates })

const ChangeRow = Change.extend({ versionId: Id, version: Version })
type ChangeRow = z.output<typeof ChangeRow>
const removeOne = act<typeof removeChange, ChangeRow>(removeChange, {
  key: 'removeChange',
  toInput: (_, { id, versionId, version }) => ({ id: versionId, version, changeId: id }),
  invalidates,
})

/** Changes of an approved list: drafted by one person, carried out when another agrees. */
function UpdateScreen({ paths }: { paths: PayoutPaths }) {
  const t = useShellText()
  const labels = useLabels(words)
  const listId = useAsked().get('listId') ?? ''
  const known = /^\d+$/.test(listId)
  return (
    <div style={{ display: 'grid', gap: 12 }}>
      <Section title={labels.text('chooseList')}>
        <p>{labels.text('updateIntro')}</p>
        <div style={{ maxWidth: 420 }}>
          <PayoutSelect
            placeholder={t('common.choose')}
            aria-label={labels.field('version', 'listId')}
            value={known ? listId : undefined}
            onChange={(id) => openAddress(typeof id === 'string' ? updateAddress(paths, id) : paths.update)}
          />
        </div>
      </Section>
      {known && <Versions key={listId} listId={listId} paths={paths} />}
    </div>
  )
}

function Versions({ listId, paths }: { listId: string; paths: PayoutPaths }) {
  const labels = useLabels(words)
  const list = useContractQuery(findPayout, { id: listId }, { quiet: true })
  const versions = useContractQuery(payoutVersions, { listId }, { quiet: true })
  if (!list.data) return <Waiting query={list} />
  if (!versions.data) return <Waiting query={versions} />
  const running = list.data.status === 'APPROVED' || list.data.status === 'PAYING'
  const pending = versions.data.some(({ status }) => status === 'DRAFT' || status === 'PROPOSED')
  return (
    <Section title={labels.text('groupVersions')} extra={<Opener list={list.data} may={running && !pending} paths={paths} />}>
      {versions.data.length === 0 && <p className="bt-none">{labels.text('noVersions')}</p>}
      {versions.data.map((version) => (
        <OneVersion key={version.id} version={version} listId={listId} />
      ))}
    </Section>
  )
}

function Opener({ list, may, paths }: { list: List; may: boolean; paths: PayoutPaths }) {
  return (
    <ActionHost entity="payouts.version" schema={ListRow} nameOf={({ code }: z.output<typeof ListRow>) => code}>
      <PageLink to={payoutAddress(paths, list.id)}>{list.code}</PageLink> {may && <ActionButton action={open} row={list} />}
    </ActionHost>
  )
}

function OneVersion({ version, listId }: { version: Update; listId: string }) {
  const labels = useLabels(words)
  const name = labels.text('versionTitle', { number: version.number, reason: version.reason })
  const row: DraftRow = { id: version.id, version: version.version, status: version.status, name, listId }
  return (
    <article style={{ display: 'grid', gap: 12, marginBlockEnd: 24 }}>
      <ActionHost entity="payouts.version" schema={DraftRow} nameOf={(one: DraftRow) => one.name}>
        <h4 style={{ display: 'flex', margin: 0, gap: 8, alignItems: 'center', flexWrap: 'wrap' }}>
          {name} <StatusTag machine={versionMachine.name} value={version.status} /> <MoneyText value={version.delta} />
          {[add, change, stop, propose, discard].map((action) => (
            <ActionButton key={action.key} action={action as typeof add} row={row} />
          ))}
        </h4>
      </ActionHost>
      {version.pendingRequestId !== null && <RequestBanner requestId={version.pendingRequestId} />}
      {version.status === 'REJECTED' && version.decidedBy !== null && <Alert type="warning" showIcon title={version.decidedBy} />}
      <Changes version={version} />
    </article>
  )
}

function SideValue({ field, value }: { field: string; value: string | null | undefined }) {
  const labels = useLabels(words)
  if (!value) return '—'
  if (field === 'amount') return <MoneyText value={value} />
  if (field === 'birthDate') return showDate(value)
  return field === 'method' ? labels.enumValue('payouts.method', value) : value
}

/** What the change names, as it was or as it is to be, in a line. */
function Side({ of }: { of: Change['before'] }) {
  const labels = useLabels(words)
  if (of === null) return null
  return Object.entries(of).map(([field, value]) => (
    <div key={field}>
      {labels.field('version', field as 'amount')}: <SideValue field={field} value={value} />
    </div>
  ))
}

/** What is unusual about a change, for the maker and the checker. */
function WarningTags({ kinds }: { kinds: Change['warnings'] }) {
  return kinds.map((kind) => <StatusTag key={kind} machine="payouts.warningKind" value={kind} tone="attention" />)
}

function Changes({ version }: { version: Update }) {
  const rows: ChangeRow[] = version.changes.map((one) => ({ ...one, versionId: version.id, version: version.version }))
  return (
    <ActionHost entity="payouts.version" schema={ChangeRow} nameOf={({ name }: ChangeRow) => name}>
      <FieldTable
        schema={ChangeRow}
        rows={rows}
        rowKey={({ id }) => id}
        entity="payouts.version"
        fields={[
          'kind',
          'beneficiaryCode',
          'name',
          { field: 'before', render: ({ before }) => <Side of={before} /> },
          { field: 'after', render: ({ after }) => <Side of={after} /> },
          'delta',
          ...(rows.some(({ warnings }) => warnings.length > 0)
            ? [{ field: 'warnings' as const, render: ({ warnings }: ChangeRow) => <WarningTags kinds={warnings} /> }]
            : []),
        ]}
        {...(version.status === 'DRAFT' ? { actions: (row: ChangeRow) => <ActionButton action={removeOne} row={row} /> } : {})}
      />
    </ActionHost>
  )
}

export default (paths: PayoutPaths) => () => <UpdateScreen paths={paths} />
