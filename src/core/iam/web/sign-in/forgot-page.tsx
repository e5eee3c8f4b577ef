import { useEffect, useRef, useState } from 'react'
import { requestForgotPw } from '#core/iam/contract/sign-in/password.ts'
import { call } from '#platform/web/api/call.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { PageLink } from '#platform/web/shell/routing/page-link.tsx'
import { paths } from '../paths.ts'
import { AuthLayout, Notice, Refusal } from './auth-layout.tsx'
import { DemoMail } from './demo-mail.tsx'
import { usePlainForm } from './plain-form.ts'
import { SignInField } from './sign-in-field.tsx'
import { words } from './words.ts'

/** Asks for a link by e-mail; the answer is the same for every account. */
export default function ForgotPage() {
  const labels = useLabels(words)
  const [sent, setSent] = useState(false)
  const plain = usePlainForm(requestForgotPw.input, { account: labels.field('login', 'account') }, { account: '' })
  const account = useRef<HTMLInputElement>(null)
  useEffect(() => account.current?.focus(), [])
  const send = async (values: { account: string }) => {
    await call(requestForgotPw, values)
    setSent(true)
  }
  return (
    <AuthLayout title={labels.screen('forgotPassword')} lead={sent ? undefined : labels.text('forgotLead')}>
      {sent ? (
        <Notice text={labels.text('forgotSent')} />
      ) : (
        <form ref={plain.form} className="bt-signin-fields" noValidate onSubmit={plain.submit(send)}>
          <SignInField ref={account} {...plain.field('account')} autoComplete="username" maxLength={64} />
          <Refusal text={plain.refusal} />
          <button type="submit" className="bt-button bt-button-primary" disabled={plain.busy}>
            {labels.text('forgotSend')}
          </button>
        </form>
      )}
      <p className="bt-signin-links">
        <PageLink to={paths.signIn}>{labels.text('backToSignIn')}</PageLink>
      </p>
      <DemoMail />
    </AuthLayout>
  )
}
