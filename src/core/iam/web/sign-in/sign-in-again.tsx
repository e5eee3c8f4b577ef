import { useMutation } from '@tanstack/react-query'
import { Alert, Button, Form, Input, type InputRef } from 'antd'
import { useEffect, useRef } from 'react'
import { login } from '#core/iam/contract/sign-in/auth.ts'
import { call } from '#platform/web/api/call.ts'
import { useLabels, useLanguage } from '#platform/web/i18n.ts'
import { CheckedItem } from '#platform/web/kit/form/checked-item.tsx'
import { useErrorsInLanguage } from '#platform/web/kit/form/form-rules.ts'
import { establishSession } from '#platform/web/session/session.ts'
import { useSession } from '#platform/web/session/session-store.ts'
import { OtpInput } from './otp-input.tsx'
import { refusalWords } from './refusal-words.ts'
import { clientCode, tokensOf } from './session-api.ts'
import { words } from './words.ts'

/** The same person, the same application, over the pages that were kept: only the proof is asked for. */
export default function SignInAgain({ onDone }: { onDone: () => void }) {
  const labels = useLabels(words)
  const account = useSession((state) => state.user?.account ?? '')
  const clientId = useSession((state) => clientCode(state.clientId))
  const [form] = Form.useForm<{ password: string; otp: string }>()
  const password = useRef<InputRef>(null)
  const otp = useRef<InputRef>(null)
  useLanguage()
  useErrorsInLanguage(form)
  useEffect(() => password.current?.focus(), [])
  const signIn = useMutation({
    mutationFn: async (values: { password: string; otp: string }) => {
      const { tokenData } = await call(login, { ...values, account, clientId })
      if (await establishSession({ ...tokensOf(tokenData), clientId }, { code: clientId, name: clientId })) onDone()
    },
    onError: () => {
      form.resetFields(['otp'])
      requestAnimationFrame(() => otp.current?.focus())
    },
    meta: { quiet: true },
  })
  const refusal = refusalWords(signIn.error)
  const rules = login.input.shape
  return (
    <Form form={form} layout="vertical" onFinish={signIn.mutate}>
      <p>{labels.text('againTitle', { account })}</p>
      <input type="hidden" name="username" autoComplete="username" value={account} readOnly />
      <CheckedItem name="password" label={labels.field('login', 'password')} schema={rules.password}>
        <Input.Password ref={password} autoComplete="current-password" maxLength={200} />
      </CheckedItem>
      <CheckedItem name="otp" label={labels.field('login', 'otp')} schema={rules.otp}>
        <OtpInput ref={otp} />
      </CheckedItem>
      {refusal && <Alert type="error" title={refusal} showIcon role="alert" />}
      <Button type="primary" htmlType="submit" block loading={signIn.isPending}>
        {labels.text('signIn')}
      </Button>
    </Form>
  )
}
