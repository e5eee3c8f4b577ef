import { Alert, Button, Form, QRCode, Typography } from 'antd'
import { useState } from 'react'
import { ApiError } from '#platform/web/api/api-error.ts'
import { call } from '#platform/web/api/call.ts'
import { shellText, useLabels } from '#platform/web/i18n.ts'
import { contractRule, useErrorsInLanguage } from '#platform/web/kit/form-rules.ts'
import { establishSession } from '#platform/web/session/session.ts'
import { AntdRoot } from '#platform/web/shell/antd-root.tsx'
import { type Enrolment, enrolTotp } from '../contract/auth.ts'
import { OtpInput } from './otp-input.tsx'
import { tokensOf } from './session-api.ts'

interface Props {
  enrolment: Enrolment
  clientId: string
  onBack: () => void
}

/** First sign-in: the authenticator takes the key from the picture and proves it with a code. */
export default function EnrolmentStep({ enrolment, clientId, onBack }: Props) {
  const labels = useLabels('iam')
  const [form] = Form.useForm<{ otp: string }>()
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  useErrorsInLanguage(form)
  const submit = async ({ otp }: { otp: string }) => {
    setBusy(true)
    setRefusal(null)
    try {
      const { tokenData } = await call(enrolTotp, { ticket: enrolment.ticket, otp })
      await establishSession({ ...tokensOf(tokenData), clientId }, { code: clientId, name: clientId })
    } catch (error) {
      form.setFieldValue('otp', '')
      setRefusal(error instanceof ApiError ? error.message : shellText('common.networkGone'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <AntdRoot>
      <p>{labels.text('enrolScan')}</p>
      <div className="bt-enrol-code" role="img" aria-label={labels.text('qrPicture')}>
        <QRCode value={enrolment.otpauthUri} type="svg" size={184} color="#1f1f1f" bgColor="#ffffff" bordered={false} />
      </div>
      <p>
        {labels.text('enrolSecret')}
        <br />
        <Typography.Text code copyable className="bt-num">
          {enrolment.secret}
        </Typography.Text>
      </p>
      <Form form={form} layout="vertical" size="large" requiredMark={false} onFinish={(values) => void submit(values)}>
        <Form.Item name="otp" label={labels.field('login', 'otp')} rules={[contractRule(enrolTotp.input.shape.otp)]}>
          <OtpInput />
        </Form.Item>
        {refusal && <Alert type="error" title={refusal} showIcon className="bt-signin-refusal" />}
        <Button type="primary" htmlType="submit" block loading={busy}>
          {labels.text('enrolConfirm')}
        </Button>
        <Button type="link" block onClick={onBack}>
          {labels.text('enrolBack')}
        </Button>
      </Form>
    </AntdRoot>
  )
}
