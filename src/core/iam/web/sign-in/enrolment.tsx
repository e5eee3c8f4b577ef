import { useMutation } from '@tanstack/react-query'
import { Alert, Button, Form, QRCode, Typography } from 'antd'
import { type ReactElement, useRef, useState } from 'react'
import type { z } from 'zod'
import { type Authenticator, confirmEnrolment, type Enrolment, EnrolmentCode, enrolTotp } from '#core/iam/contract/sign-in/auth.ts'
import { iamErrors } from '#core/iam/contract/sign-in/errors.ts'
import { ApiError } from '#platform/web/api/api-error.ts'
import { call } from '#platform/web/api/call.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { TRIGGERS, useMissing } from '#platform/web/kit/form/field-rules.ts'
import { fieldRule, useErrorsInLanguage, usePatientRules } from '#platform/web/kit/form/form-rules.ts'
import { establishSession } from '#platform/web/session/session.ts'
import { AntdRoot } from '#platform/web/shell/look/antd-root.tsx'
import { OtpInput } from './otp-input.tsx'
import { refusalWords } from './refusal-words.ts'
import { tokensOf } from './session-api.ts'
import { words } from './words.ts'

interface ProofProps {
  name: string
  label: string
  schema: z.ZodType
  input: ReactElement
  send: (code: string) => Promise<unknown>
  submit: string
}

interface Props {
  enrolment: Enrolment
  clientId: string
  onBack: () => void
}

/** A form with the one code that proves something: emptied when it was refused, with the reason at it until another is typed. */
function ProofForm({ name, label, schema, input, send, submit }: ProofProps) {
  const [form] = Form.useForm<Record<string, string>>()
  const box = useRef<HTMLDivElement>(null)
  const patient = usePatientRules()
  const missing = useMissing()(label, schema)
  useErrorsInLanguage(form)
  const proof = useMutation({
    mutationFn: (values: Record<string, string>) => send(values[name] ?? ''),
    onError: () => {
      form.resetFields([name])
      requestAnimationFrame(() => box.current?.querySelector('input')?.focus())
    },
    meta: { quiet: true },
  })
  const refusal = refusalWords(proof.error)
  // Only a new sign-in helps where the ticket is over; anything else is about the code.
  const over = proof.error instanceof ApiError && proof.error.code === iamErrors.enrolmentEnded.code
  const wrong = refusal && !over ? { validateStatus: 'error' as const, help: refusal } : {}
  return (
    <Form form={form} layout="vertical" size="large" onFinish={proof.mutate} onValuesChange={() => proof.reset()} onFinishFailed={() => proof.reset()}>
      <div ref={box}>
        <Form.Item name={name} label={label} required rules={[patient(name, fieldRule(schema, missing))]} validateTrigger={TRIGGERS} {...wrong}>
          {input}
        </Form.Item>
      </div>
      {over && <Alert type="error" title={refusal} showIcon className="bt-signin-refusal" role="alert" />}
      <Button type="primary" htmlType="submit" block loading={proof.isPending}>
        {submit}
      </Button>
    </Form>
  )
}

function CodeStep({ enrolment, onConfirmed }: { enrolment: Enrolment; onConfirmed: (authenticator: Authenticator) => void }) {
  const labels = useLabels(words)
  return (
    <>
      <p>{enrolment.sentTo === null ? labels.text('enrolPermit') : labels.text('enrolMailed', { address: enrolment.sentTo })}</p>
      <ProofForm
        name="code"
        label={labels.text('enrolCode')}
        schema={EnrolmentCode}
        input={<OtpInput length={8} autoFocus />}
        send={async (code) => onConfirmed(await call(confirmEnrolment, { ticket: enrolment.ticket, code }))}
        submit={labels.text('enrolCodeSend')}
      />
      {enrolment.sentTo !== null && <p className="bt-signin-lead bt-enrol-help">{labels.text('enrolHelp')}</p>}
    </>
  )
}

function ScanStep({ authenticator, ticket, clientId }: { authenticator: Authenticator; ticket: string; clientId: string }) {
  const labels = useLabels(words)
  const send = async (otp: string) => {
    const { tokenData } = await call(enrolTotp, { ticket, otp })
    await establishSession({ ...tokensOf(tokenData), clientId }, { code: clientId, name: clientId })
  }
  return (
    <>
      <p>{labels.text('enrolScan')}</p>
      <div className="bt-enrol-code" role="img" aria-label={labels.text('qrPicture')}>
        <span aria-hidden="true">
          <QRCode value={authenticator.otpauthUri} type="svg" size={184} color="#1f1f1f" bgColor="#ffffff" bordered={false} />
        </span>
      </div>
      <p>
        {labels.text('enrolSecret')}
        <br />
        <Typography.Text code copyable className="bt-num">
          {authenticator.secret}
        </Typography.Text>
      </p>
      <ProofForm
        name="otp"
        label={labels.field('login', 'otp')}
        schema={enrolTotp.input.shape.otp}
        input={<OtpInput />}
        send={send}
        submit={labels.text('enrolConfirm')}
      />
    </>
  )
}

/** First sign-in: a code by e-mail (or from an administrator), then the authenticator takes the key from the picture and proves it. */
export default function EnrolmentStep({ enrolment, clientId, onBack }: Props) {
  const labels = useLabels(words)
  const [authenticator, setAuthenticator] = useState(enrolment.authenticator)
  return (
    <AntdRoot>
      {authenticator ? (
        <ScanStep authenticator={authenticator} ticket={enrolment.ticket} clientId={clientId} />
      ) : (
        <CodeStep enrolment={enrolment} onConfirmed={setAuthenticator} />
      )}
      <Button type="link" block onClick={onBack}>
        {labels.text('enrolBack')}
      </Button>
    </AntdRoot>
  )
}
