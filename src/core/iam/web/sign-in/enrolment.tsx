import { Alert, Button, Form, Input, QRCode, Typography } from 'antd'
import { useState } from 'react'
import { type Authenticator, confirmEnrolment, type Enrolment, EnrolmentCode, enrolTotp } from '#core/iam/contract/sign-in/auth.ts'
import { ApiError } from '#platform/web/api/api-error.ts'
import { call } from '#platform/web/api/call.ts'
import { shellText, useLabels } from '#platform/web/i18n.ts'
import { contractRule, useErrorsInLanguage } from '#platform/web/kit/form/form-rules.ts'
import { establishSession } from '#platform/web/session/session.ts'
import { AntdRoot } from '#platform/web/shell/look/antd-root.tsx'
import { OtpInput } from './otp-input.tsx'
import { tokensOf } from './session-api.ts'
import { words } from './words.ts'

interface Props {
  enrolment: Enrolment
  clientId: string
  onBack: () => void
}

/** A call that a form sends: busy meanwhile, and what was refused in the server's words. */
function useSending(): { busy: boolean; refusal: string | null; run: (work: () => Promise<unknown>, failed: () => void) => void } {
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const run = async (work: () => Promise<unknown>, failed: () => void) => {
    setBusy(true)
    setRefusal(null)
    try {
      await work()
    } catch (error) {
      failed()
      setRefusal(error instanceof ApiError ? error.message : shellText('common.networkGone'))
    } finally {
      setBusy(false)
    }
  }
  return { busy, refusal, run: (work, failed) => void run(work, failed) }
}

function CodeStep({ enrolment, onConfirmed }: { enrolment: Enrolment; onConfirmed: (authenticator: Authenticator) => void }) {
  const labels = useLabels(words)
  const [form] = Form.useForm<{ code: string }>()
  const { busy, refusal, run } = useSending()
  useErrorsInLanguage(form)
  const submit = ({ code }: { code: string }) =>
    run(
      async () => onConfirmed(await call(confirmEnrolment, { ticket: enrolment.ticket, code })),
      () => form.setFieldValue('code', ''),
    )
  return (
    <>
      <p>{enrolment.sentTo === null ? labels.text('enrolPermit') : labels.text('enrolMailed', { address: enrolment.sentTo })}</p>
      <Form form={form} layout="vertical" size="large" requiredMark={false} onFinish={submit}>
        <Form.Item name="code" label={labels.text('enrolCode')} rules={[contractRule(EnrolmentCode)]}>
          <Input className="bt-otp bt-num" inputMode="numeric" autoComplete="one-time-code" maxLength={8} autoFocus />
        </Form.Item>
        {refusal && <Alert type="error" title={refusal} showIcon className="bt-signin-refusal" />}
        <Button type="primary" htmlType="submit" block loading={busy}>
          {labels.text('enrolCodeSend')}
        </Button>
      </Form>
      {enrolment.sentTo !== null && <p className="bt-signin-lead bt-enrol-help">{labels.text('enrolHelp')}</p>}
    </>
  )
}

function ScanStep({ authenticator, ticket, clientId }: { authenticator: Authenticator; ticket: string; clientId: string }) {
  const labels = useLabels(words)
  const [form] = Form.useForm<{ otp: string }>()
  const { busy, refusal, run } = useSending()
  useErrorsInLanguage(form)
  const submit = ({ otp }: { otp: string }) =>
    run(
      async () => {
        const { tokenData } = await call(enrolTotp, { ticket, otp })
        await establishSession({ ...tokensOf(tokenData), clientId }, { code: clientId, name: clientId })
      },
      () => form.setFieldValue('otp', ''),
    )
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
      <Form form={form} layout="vertical" size="large" requiredMark={false} onFinish={submit}>
        <Form.Item name="otp" label={labels.field('login', 'otp')} rules={[contractRule(enrolTotp.input.shape.otp)]}>
          <OtpInput />
        </Form.Item>
        {refusal && <Alert type="error" title={refusal} showIcon className="bt-signin-refusal" />}
        <Button type="primary" htmlType="submit" block loading={busy}>
          {labels.text('enrolConfirm')}
        </Button>
      </Form>
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
