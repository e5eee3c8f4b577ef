import { Alert, Button, Form, Input } from 'antd'
import { useState } from 'react'
import { TraceLink } from '#core/trace/web/public.ts'
import type { Contract } from '#kernel/contract.ts'
import { ApiError, messageOf } from '#platform/web/api/api-error.ts'
import { useContractCommand } from '#platform/web/api/use-query.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { Section } from '#platform/web/kit/detail/detail-layout.tsx'
import { EnumSelect } from '#platform/web/kit/form/enum-select.tsx'
import { MoneyText } from '#platform/web/kit/value/money.tsx'
import { PageLink } from '#platform/web/shell/routing/page-link.tsx'
import { IdentityType } from '../../contract/counter/counter.ts'
import { claimPayable, type Payable, payDesk } from '../../contract/counter/pay.ts'
import { type Scanned, scanned } from './scan.ts'
import { words } from './words.ts'

interface Props {
  payable: Payable
  /** The card that found it, if it was scanned. */
  card: Scanned | undefined
  onBack: () => void
  /** The screen of cash orders, and the list there. */
  orders: string
  ordersRead: Contract
}

interface Papers {
  name: string
  identityType: string
  identityNumber: string
  secret?: string
  paper?: string
}

/** Fields of the report that a refusal may name, and where they stand here. */
const PLACES: Readonly<Record<string, keyof Papers>> = {
  'payee.name': 'name',
  'payee.identityType': 'identityType',
  'payee.identityNumber': 'identityNumber',
  secret: 'secret',
  paper: 'paper',
}

/** The papers of who is paid, as they lie on the counter; then the slip is held for this till. */
export function ClaimForm({ payable, card, onBack, orders, ordersRead }: Props) {
  const labels = useLabels(words)
  const [form] = Form.useForm<Papers>()
  const [refusal, setRefusal] = useState<string | null>(null)
  const [waits, setWaits] = useState(false)
  /** The payment that stands in the way. */
  const [first, setFirst] = useState<string | null>(null)
  const command = useContractCommand(claimPayable, { quiet: true, invalidates: [payDesk, ordersRead] })
  const refuse = (message: string, fields: readonly { field: string; message: string }[]) => {
    const placed = fields.flatMap(({ field, message: text }) => (PLACES[field] ? [{ name: PLACES[field], errors: [text] }] : []))
    form.setFields(placed)
    const [first] = placed
    if (first) form.getFieldInstance(first.name)?.focus?.()
    setRefusal(placed.length === 0 ? message : null)
  }
  const send = async ({ secret, paper, ...papers }: Papers) => {
    setRefusal(null)
    setFirst(null)
    // The card may be scanned here too.
    const payee = { ...papers, identityNumber: (scanned(papers.identityNumber)?.identityNumber ?? papers.identityNumber.trim()).toUpperCase() }
    form.setFieldValue('identityNumber', payee.identityNumber)
    const { kind, code, to, amount } = payable
    try {
      const { result, refusal: refused } = await command.mutateAsync({
        ...{ kind, code, to, amount, payee },
        ...(secret ? { secret } : {}),
        ...(paper ? { paper } : {}),
      } as never)
      setWaits(result === 'WAITING')
      setFirst(refused?.first ?? null)
      if (result === 'WAITING' && refused) setRefusal(refused.message)
      if (result === 'REFUSED' && refused) refuse(refused.message, refused.field ? [{ field: refused.field, message: refused.message }] : [])
    } catch (error) {
      setWaits(false)
      if (error instanceof ApiError) setFirst((error.data as { first?: string } | null)?.first ?? null)
      refuse(messageOf(error) ?? '', error instanceof ApiError ? error.fields : [])
    }
  }
  const needed = [{ required: true, message: labels.text('neededHere') }]
  const { paper, needsSecret } = payable
  return (
    <Section title={labels.text('papers')}>
      <p>
        <strong>{payable.name}</strong> · <span className="bt-num">{payable.code}</span> · <MoneyText value={payable.amount} />
        {payable.identityNumber && <span className="bt-none"> · {payable.identityNumber}</span>}
      </p>
      {refusal && !waits && <Alert type="error" showIcon title={refusal} role="alert" action={first && <TraceLink code={first} />} />}
      {waits && (
        <Alert
          type="info"
          showIcon
          role="status"
          title={refusal}
          description={labels.text('waiting')}
          action={
            <>
              {first && <TraceLink code={first} />} <PageLink to={orders}>{labels.text('toOrders')}</PageLink>
            </>
          }
        />
      )}
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        scrollToFirstError={{ focus: true }}
        className="cash-pay-papers"
        initialValues={{ name: payable.name, identityType: IdentityType.options[0], identityNumber: card?.identityNumber }}
        onFinish={(values) => void send(values)}
        onKeyDown={(event) => event.key === 'Escape' && onBack()}
      >
        <Form.Item name="name" label={labels.field('claim', 'name')} rules={needed}>
          <Input autoComplete="off" maxLength={140} />
        </Form.Item>
        <Form.Item name="identityType" label={labels.field('claim', 'identityType')} rules={needed}>
          <EnumSelect name="cash.counter.identityType" values={IdentityType.options} needed />
        </Form.Item>
        <Form.Item name="identityNumber" label={labels.field('claim', 'identityNumber')} rules={needed}>
          <Input autoFocus autoComplete="off" spellCheck={false} className="bt-num" maxLength={300} />
        </Form.Item>
        {needsSecret && (
          <Form.Item name="secret" label={labels.field('claim', 'secret')} rules={needed}>
            <Input autoComplete="off" inputMode="numeric" className="bt-num" maxLength={8} />
          </Form.Item>
        )}
        {paper !== null && (
          <Form.Item name="paper" label={labels.field('claim', 'paper')} rules={needed} extra={paper && labels.text('announced', { paper })}>
            <Input autoComplete="off" maxLength={200} />
          </Form.Item>
        )}
        <div className="cash-bar">
          <Button onClick={onBack}>{labels.text('back')}</Button>
          <Button type="primary" htmlType="submit" loading={command.isPending}>
            {labels.text('claim')}
          </Button>
        </div>
      </Form>
    </Section>
  )
}
