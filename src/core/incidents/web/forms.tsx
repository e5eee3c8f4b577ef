import { Alert, Form, Select } from 'antd'
import { EVIDENCE_BYTES, EVIDENCE_KIND, EVIDENCE_TYPES } from '#core/approvals/contract/evidence.ts'
import { INCIDENT_FILES, INCIDENT_FILES_BYTES, INCIDENT_FILES_TYPES } from '#core/incidents/contract/files.ts'
import type { IncidentContracts } from '#core/incidents/contract/incidents.ts'
import { JournalPreview } from '#core/incidents/contract/shapes.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { isMoney, parseMoney, showMoney } from '#kernel/money.ts'
import { messageOf } from '#platform/web/api/api-error.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels, useLanguage, useShellText } from '#platform/web/i18n.ts'
import { FieldTable } from '#platform/web/kit/detail/field-table.tsx'
import { Field, Pair } from '#platform/web/kit/form/field.tsx'
import { FileInput } from '#platform/web/kit/form/file-input.tsx'
import { useSettled } from '#platform/web/kit/form/use-settled.ts'
import { Moves } from './moves.tsx'
import { CategorySelect, MentionSelect, PartnerSelect, PersonSelect, TeamSelect, useCategories } from './selects.tsx'
import { words } from './words.ts'

type Detail = OutputOf<IncidentContracts['detail']>
type Offer = Detail['offers'][number]

interface Desk {
  contracts: IncidentContracts
}
type OfIncident = Desk & { record: Detail }

const FILES = <FileInput kind={INCIDENT_FILES} types={INCIDENT_FILES_TYPES} maxBytes={INCIDENT_FILES_BYTES} />

/** What was reported, by whom and how. The record is given where it is opened from one. */
export function CreateFields({ contracts }: Desk) {
  const labels = useLabels(words)
  const t = useShellText()
  const chosen = Form.useWatch<string | undefined>('categoryId')
  const category = useCategories({ contracts }).find(({ id }) => id === chosen)
  const ofPayments = contracts.takes.every(({ type }) => type === 'payment.transaction')
  return (
    <>
      <Pair>
        <Field name="categoryId" chosen needed>
          <CategorySelect contracts={contracts} placeholder={t('common.choose')} />
        </Field>
        <Field name="subjectCode" needed={category?.needsRecord === true} help={labels.text(ofPayments ? 'recordHintPayment' : 'recordHint')} />
      </Pair>
      <Pair>
        <Field name="reporterKind" />
        <Field name="channel" />
      </Pair>
      <Pair>
        <Field name="reporterName" />
        <Field name="reporterPhone" />
      </Pair>
      <Pair>
        <Field name="reporterEmail" />
        <Field name="priority" />
      </Pair>
      <Field name="description" />
      <Field name="attachments" needed={category?.needsEvidence === true} help={category?.needsEvidence && labels.text('evidenceNeeded')}>
        {FILES}
      </Field>
    </>
  )
}

/** Fills a text of the form with one that people begin with. */
function Template({ into, contracts }: Desk & { into: string }) {
  const labels = useLabels(words)
  const form = Form.useFormInstance()
  const { data = [] } = useContractQuery(contracts.templates, {}, { quiet: true, staleTime: 300_000 })
  if (data.length === 0) return null
  return (
    <Form.Item label={labels.text('template')}>
      <Select
        aria-label={labels.text('template')}
        options={data.map(({ key, name }) => ({ value: key, label: name }))}
        onChange={(key) => form.setFieldValue(into, data.find((one) => one.key === key)?.text)}
      />
    </Form.Item>
  )
}

/** It leaves the house: said above the form, in a colour of its own. */
function Outgoing({ record: { reporterName, reporterEmail } }: { record: Detail }) {
  const labels = useLabels(words)
  const via = Form.useWatch<string | undefined>('via')
  const said =
    via === 'EMAIL' && reporterEmail !== null
      ? labels.text('replyByEmail', { name: reporterName, email: reporterEmail })
      : labels.text('replyWarning', { name: reporterName })
  return <Alert showIcon type="warning" title={said} className="incident-outgoing" />
}

export function ReplyFields({ record, contracts }: OfIncident) {
  return (
    <>
      <Outgoing record={record} />
      <Field name="via" />
      <Template into="content" contracts={contracts} />
      <Field name="content" />
    </>
  )
}

export function ResolveFields({ record, contracts }: OfIncident) {
  return (
    <>
      <Outgoing record={record} />
      <Pair>
        <Field name="cause" />
        <Field name="via" />
      </Pair>
      <Template into="resolution" contracts={contracts} />
      <Field name="resolution" />
    </>
  )
}

export function NoteFields({ contracts }: Desk) {
  const labels = useLabels(words)
  return (
    <>
      <Alert showIcon type="info" title={labels.text('noteHint')} className="incident-inside" />
      <Field name="content" />
      <Field name="mentions">
        <MentionSelect contracts={contracts} />
      </Field>
      <Field name="attachments">{FILES}</Field>
    </>
  )
}

export function WaitFields({ contracts }: Desk) {
  const t = useShellText()
  return (
    <>
      <Field name="partnerId" chosen needed>
        <PartnerSelect contracts={contracts} placeholder={t('common.choose')} />
      </Field>
      <Field name="partnerCase" />
      <Field name="note" />
    </>
  )
}

/** One person, or where nothing is under way a unit, of which somebody takes it. */
export function AssignFields({ contracts, teams }: Desk & { teams: boolean }) {
  const labels = useLabels(words)
  const t = useShellText()
  return (
    <>
      <Field name="assigneeId" chosen>
        <PersonSelect contracts={contracts} placeholder={t('common.choose')} />
      </Field>
      {teams && (
        <Field name="teamId" chosen help={labels.text('teamHint')}>
          <TeamSelect contracts={contracts} placeholder={t('common.choose')} />
        </Field>
      )}
      <Field name="note" />
    </>
  )
}

/** What is to be done, with what it would post. */
export function ProposalFields({ record, contracts }: OfIncident) {
  const labels = useLabels(words)
  const t = useShellText()
  const key = Form.useWatch<string | undefined>('action')
  const offer = record.offers.find((one) => one.key === key)
  return (
    <>
      <Field name="action" chosen needed>
        <Select placeholder={t('common.choose')} options={record.offers.map((one) => ({ value: one.key, label: one.title }))} />
      </Field>
      {offer && offer.greatest !== null && <Again moves={record.moves} />}
      {offer && offer.greatest !== null && <Money offer={offer} id={record.id} contracts={contracts} />}
      <Field name="cause" />
      <Template into="resolution" contracts={contracts} />
      <Field name="resolution" label={labels.field('incident', 'resolution')} />
      <Field name="attachments">
        <FileInput kind={EVIDENCE_KIND} types={EVIDENCE_TYPES} maxBytes={EVIDENCE_BYTES} />
      </Field>
    </>
  )
}

/** What was moved before stands above what is to be moved now, and has to be said. */
function Again({ moves }: Pick<Detail, 'moves'>) {
  const labels = useLabels(words)
  const moved = moves.filter(({ state }) => state !== 'FAILED')
  if (moved.length === 0) return null
  return (
    <>
      <Alert showIcon type="warning" title={labels.text('movedBefore')} description={<Moves moves={moved} />} className="incident-outgoing" />
      <Field name="again" />
    </>
  )
}

/** How much, who gets it, and the postings. */
function Money({ offer: { key, greatest, fixed, beneficiary }, id, contracts }: Desk & { offer: Offer; id: string }) {
  const labels = useLabels(words)
  const language = useLanguage()
  const typed = useSettled(Form.useWatch<string | undefined>('amount') ?? '', 300)
  const shown = showMoney(greatest ?? '0', language, 0)
  const amount = isMoney(typed) && parseMoney(typed) > 0n ? typed : undefined
  const query = useContractQuery(
    contracts.preview,
    { id, action: key, ...(fixed || amount === undefined ? {} : { amount }) },
    { quiet: true, enabled: fixed || amount !== undefined, keepPrevious: true, ofForm: true },
  )
  const refusal = query.error ? messageOf(query.error) : null
  return (
    <>
      {fixed ? <p>{labels.text('whole', { amount: shown })}</p> : <Field name="amount" needed help={labels.text('greatest', { amount: shown })} />}
      {beneficiary !== null && <p>{labels.text('beneficiary', { name: beneficiary })}</p>}
      {refusal !== null && <Alert showIcon type="error" title={refusal} role="alert" />}
      {query.data && query.data.lines.length > 0 && (
        <section className="incident-preview">
          <h4>{labels.text('previewTitle')}</h4>
          <FieldTable
            entity="incidents.posting"
            schema={JournalPreview}
            rows={query.data.lines}
            rowKey={({ account, debit, credit }) => `${account} ${debit} ${credit}`}
            fields={['account', 'accountName', 'debit', 'credit']}
          />
        </section>
      )}
    </>
  )
}
