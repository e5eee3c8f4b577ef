import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { iamErrors } from '#core/iam/contract/sign-in/errors.ts'
import { checkForgotPw, confirmForgotPw } from '#core/iam/contract/sign-in/password.ts'
import { errors } from '#kernel/errors.ts'
import type { Language } from '#kernel/language.ts'
import { ruleText } from '#kernel/validation-texts.ts'
import { ApiError } from '#platform/web/api/api-error.ts'
import { call } from '#platform/web/api/call.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { shellText, useLabels, useLanguage } from '#platform/web/i18n.ts'
import { abandonSession } from '#platform/web/session/session.ts'
import { PageLink } from '#platform/web/shell/routing/page-link.tsx'
import { paths } from '../paths.ts'
import { AuthLayout, Refusal } from './auth-layout.tsx'
import { PasswordRules } from './password-rules.tsx'
import { usePlainForm } from './plain-form.ts'
import { SignInField } from './sign-in-field.tsx'
import { words } from './words.ts'

function PasswordForm({ verified, account }: { verified: string; account: string }) {
  const labels = useLabels(words)
  const language = useLanguage()
  const navigate = useNavigate()
  const named = { newPwd: labels.field('profile', 'password'), confirmPassword: labels.field('profile', 'confirmPassword') }
  const plain = usePlainForm(confirmForgotPw.input, named, { newPwd: '', confirmPassword: '' }, ({ newPwd, confirmPassword }) =>
    confirmPassword !== '' && confirmPassword !== newPwd ? { confirmPassword: ruleText('passwordMismatch', language) } : {},
  )
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => first.current?.focus(), [])
  const send = async (values: { newPwd: string; confirmPassword: string }) => {
    await call(confirmForgotPw, { verified, ...values })
    // Whoever was signed in here is not any more.
    abandonSession()
    await navigate(paths.signIn, { replace: true, state: { passwordSet: true } })
  }
  const shared = { type: 'password', reveal: labels.text('showPassword'), autoComplete: 'new-password', maxLength: 200 } as const
  return (
    <form ref={plain.form} className="bt-signin-fields" noValidate onSubmit={plain.submit(send)}>
      <input type="hidden" name="username" autoComplete="username" value={account} readOnly />
      <SignInField {...shared} ref={first} hint={<PasswordRules password={plain.values.newPwd} account={account} />} {...plain.field('newPwd')} />
      <SignInField {...shared} {...plain.field('confirmPassword')} />
      <Refusal text={plain.refusal} />
      <button type="submit" className="bt-button bt-button-primary" disabled={plain.busy}>
        {labels.text('setPassword')}
      </button>
    </form>
  )
}

/** A link that is damaged is refused by its form; to a person it is one that is not good any more. */
function refusalOf(error: Error, language: Language): string {
  if (!(error instanceof ApiError)) return shellText('common.networkGone')
  return error.code === iamErrors.linkEnded.code || error.code === errors.validation.code ? iamErrors.linkEnded[language] : error.message
}

/** Where a link from an e-mail leads: a new password, typed twice. */
export default function ConfirmPage() {
  const labels = useLabels(words)
  const language = useLanguage()
  // As it came: a damaged one is for the server to refuse.
  const verified = useLocation().pathname.split('/').at(-1) ?? ''
  const link = useContractQuery(checkForgotPw, { verified }, { quiet: true, staleTime: Number.POSITIVE_INFINITY })
  const lead = link.data && labels.text(link.data.kind === 'FIRST' ? 'firstLead' : 'confirmLead', { account: link.data.account })
  return (
    <AuthLayout title={labels.screen('confirmPassword')} lead={lead ?? (link.error ? undefined : labels.text('linkChecking'))}>
      {link.data && <PasswordForm verified={verified} account={link.data.account} />}
      {link.error && <Refusal text={refusalOf(link.error, language)} />}
      <p className="bt-signin-links">
        <PageLink to={paths.signIn}>{labels.text('backToSignIn')}</PageLink>
        {link.error && <PageLink to={paths.forgotPassword}>{labels.text('linkNew')}</PageLink>}
      </p>
    </AuthLayout>
  )
}
