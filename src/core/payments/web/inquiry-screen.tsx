import { Alert, Button, Form, Input, type InputRef } from 'antd'
import { type ComponentType, useEffect, useRef, useState } from 'react'
import type { IncidentContracts } from '#core/incidents/contract/incidents.ts'
import { NewIncident, RecordIncidents } from '#core/incidents/web/public.ts'
import { TraceLink } from '#core/trace/web/public.ts'
import { localDate } from '#kernel/dates.ts'
import { reasonsOf } from '#platform/web/api/api-error.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { Section, Waiting } from '#platform/web/kit/detail/detail-layout.tsx'
import { FieldTable } from '#platform/web/kit/detail/field-table.tsx'
import { DateRangeInput } from '#platform/web/kit/form/date-inputs.tsx'
import { MoneyInput } from '#platform/web/kit/form/money-input.tsx'
import { withoutEmpty } from '#platform/web/kit/form/refusals.ts'
import { StatusTag } from '#platform/web/kit/value/status-tag.tsx'
import { replaceAddress } from '#platform/web/shell/routing/navigation.ts'
import { PageLink } from '#platform/web/shell/routing/page-link.tsx'
import { pathOf } from '#platform/web/shell/routing/routing.ts'
import { useAsked, useScreen } from '#platform/web/shell/routing/screen-context.ts'
import { InquiryFinding, type TransactionInquiry } from '../contract/inquiry.ts'
import { transactionMachine } from '../contract/transaction.ts'
import { addressOf, type TransactionContracts } from '../contract/transactions.ts'
import './inquiry.css'
import { useClearable } from '#platform/web/kit/form/clearable.tsx'
import { words } from './words.ts'

export interface InquiryOptions {
  inquiry: TransactionInquiry
  contracts: TransactionContracts
  /** The desk that takes what is found. */
  incidents: IncidentContracts
}

const FIELDS = ['reference', 'from', 'to', 'amount', 'account', 'memo', 'paidTo'] as const
type Asked = Partial<Record<(typeof FIELDS)[number], string>>
type Values = Omit<Asked, 'from' | 'to'> & { days?: [string | undefined, string | undefined] }

/** Looks a payment up by what a caller knows of it, and opens an incident from what is found. */
export default (options: InquiryOptions): ComponentType =>
  () => <Inquiry {...options} />

function Inquiry(options: InquiryOptions) {
  const { tabId, address } = useScreen()
  const given = useAsked()
  const asked: Asked = Object.fromEntries(FIELDS.flatMap((field) => (given.get(field) ? [[field, given.get(field) as string]] : [])))
  const key = new URLSearchParams(asked).toString()
  const ask = (next: Asked) => replaceAddress(tabId, `${pathOf(address)}?${new URLSearchParams(next)}`, true)
  return (
    <div className="inquiry">
      <Question asked={asked} onAsk={ask} />
      {key !== '' && <Answer key={key} asked={asked} {...options} />}
    </div>
  )
}

function Question({ asked: { from, to, ...asked }, onAsk }: { asked: Asked; onAsk: (asked: Asked) => void }) {
  const labels = useLabels(words)
  const clearable = useClearable()
  const [form] = Form.useForm<Values>()
  const first = useRef<InputRef>(null)
  useEffect(() => first.current?.focus(), [])
  const today = localDate(new Date())
  const send = ({ days: [begin, end] = [undefined, undefined], ...values }: Values) => {
    const { reference, ...rest } = withoutEmpty(values, []) as Asked
    onAsk(reference ? { reference } : { ...(begin ? { from: begin } : {}), ...(end ? { to: end } : {}), ...rest })
  }
  const item = (name: keyof Values, input: React.ReactNode) => (
    <Form.Item name={name} label={labels.field('inquiry', name)}>
      {input}
    </Form.Item>
  )
  return (
    <Section title={labels.text('inquiryTitle')}>
      <Form form={form} layout="vertical" className="inquiry-question" initialValues={{ ...asked, days: [from ?? today, to ?? from ?? today] }} onFinish={send}>
        {item('reference', <Input ref={first} className="bt-num" maxLength={64} autoComplete="off" spellCheck={false} allowClear={clearable} />)}
        {item('days', <DateRangeInput />)}
        {item('amount', <MoneyInput />)}
        {item('account', <Input className="bt-num" maxLength={64} autoComplete="off" spellCheck={false} allowClear={clearable} />)}
        {item('paidTo', <Input className="bt-num" maxLength={64} autoComplete="off" spellCheck={false} allowClear={clearable} />)}
        {item('memo', <Input maxLength={200} autoComplete="off" allowClear={clearable} />)}
        <Button type="primary" htmlType="submit">
          {labels.text('inquirySearch')}
        </Button>
      </Form>
      <p className="bt-none">{labels.text('inquiryHint')}</p>
    </Section>
  )
}

function Answer({ asked, inquiry, contracts, incidents }: { asked: Asked } & InquiryOptions) {
  const labels = useLabels(words)
  const query = useContractQuery(inquiry.search, asked, { quiet: true })
  const [chosen, choose] = useState<string>()
  if (query.error) return <Alert type="error" showIcon role="alert" title={reasonsOf(query.error).join(' ')} />
  if (!query.data) return <Waiting query={query} />
  const { rows, more } = query.data
  if (rows.length === 0)
    return (
      <Alert
        type="info"
        showIcon
        role="status"
        title={labels.text('inquiryNothing')}
        description={
          <>
            <p>{labels.text(asked.reference ? 'inquiryNothingReference' : 'inquiryNothingDays')}</p>
            <NewIncident contracts={incidents} />
          </>
        }
      />
    )
  const seen = rows.find(({ id }) => id === chosen) ?? (rows.length === 1 ? rows[0] : undefined)
  return (
    <>
      <Section title={labels.text('inquiryFound', { n: rows.length })}>
        {more && <Alert type="warning" showIcon title={labels.text('inquiryMore', { n: rows.length })} />}
        <Findings rows={rows} contracts={contracts} onChoose={choose} />
      </Section>
      {seen && (
        <Section title={labels.text('inquiryAbout', { code: seen.code })}>
          <TraceLink code={seen.code} />
          <RecordIncidents
            key={seen.id}
            service={contracts.service.code}
            record={{ type: 'payment.transaction', id: seen.id, code: seen.code, reporter: seen.payerName }}
          />
        </Section>
      )}
    </>
  )
}

/** What the partner has said last: its code and words. */
const saidOf = ({ outcome }: InquiryFinding) => outcome && [outcome.code, outcome.message].filter(Boolean).join(' · ')

/** Narrow enough for a small window: what belongs together stands in one cell, and what is done with a row beside its code. */
function Findings({ rows, contracts, onChoose }: { rows: readonly InquiryFinding[]; contracts: TransactionContracts; onChoose: (id: string) => void }) {
  const labels = useLabels(words)
  return (
    <div className="inquiry-findings">
      <FieldTable
        entity="payments.inquiry"
        schema={InquiryFinding}
        rows={rows}
        rowKey={({ id }) => id}
        fields={[
          {
            field: 'code',
            render: ({ id, code, externalRef }) => (
              <>
                <PageLink to={addressOf(contracts, id)}>{code}</PageLink>
                <small className="bt-num">{externalRef}</small>
                <Button size="small" onClick={() => onChoose(id)}>
                  {labels.text('inquiryChoose')}
                </Button>
              </>
            ),
          },
          'occurredAt',
          'amount',
          { field: 'status', render: ({ status }) => <StatusTag machine={transactionMachine.name} value={status} /> },
          'merchantName',
          {
            field: 'payerName',
            render: ({ payerName, payerAccount, payerBank }) => (
              <>
                {payerName}
                <small className="bt-num">{[payerAccount, payerBank].filter(Boolean).join(' · ')}</small>
              </>
            ),
          },
          'memo',
          {
            field: 'outcome',
            render: (row) => (
              <>
                {saidOf(row)}
                <small>{[row.outcome?.bankReference, row.partnerName].filter(Boolean).join(' · ')}</small>
              </>
            ),
          },
        ]}
      />
    </div>
  )
}
