import { lazy, Suspense, useState } from 'react'
import { useLocation } from 'react-router'
import type { Enrolment } from '#core/iam/contract/sign-in/auth.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { mayBeDemo } from '#platform/web/shell/frame/brand.tsx'
import { lazyPart } from '#platform/web/shell/routing/lazy-part.tsx'
import { PageLink } from '#platform/web/shell/routing/page-link.tsx'
import { paths } from '../paths.ts'
import { AuthLayout, Notice } from './auth-layout.tsx'
import { DemoMail } from './demo-mail.tsx'
import type { Props as PersonasProps } from './personas.tsx'
import { SignInForm, type SignInValues } from './sign-in-form.tsx'
import { words } from './words.ts'

/** Of a demo alone: nobody else waits for it, and no page carries it. */
const Personas = lazyPart<PersonasProps>(() => import('./personas.tsx'))
const EnrolmentStep = lazy(() => import('./enrolment.tsx'))

/** The sign-in screen. */
export default function SignInPage() {
  const labels = useLabels(words)
  const [filled, setFilled] = useState<Partial<SignInValues> | null>(null)
  const [enrolment, setEnrolment] = useState<{ facts: Enrolment; clientId: string } | null>(null)
  // Said once, to whoever comes from the page that set a password.
  const passwordSet = (useLocation().state as { passwordSet?: boolean } | null)?.passwordSet === true
  if (enrolment) {
    return (
      <AuthLayout title={labels.text('enrolTitle')}>
        <Suspense>
          <EnrolmentStep enrolment={enrolment.facts} clientId={enrolment.clientId} onBack={() => setEnrolment(null)} />
        </Suspense>
        <DemoMail />
      </AuthLayout>
    )
  }
  return (
    <AuthLayout title={labels.text('signInTitle')} lead={labels.text('signInLead')}>
      {passwordSet && <Notice text={labels.text('passwordSet')} />}
      <SignInForm filled={filled} onEnrol={(facts, clientId) => setEnrolment({ facts, clientId })} />
      <p className="bt-signin-links">
        <PageLink to={paths.forgotPassword}>{labels.text('forgotLink')}</PageLink>
        <PageLink to={paths.register}>{labels.text('registerLink')}</PageLink>
      </p>
      {mayBeDemo() && <Personas onFill={setFilled} />}
      <DemoMail />
    </AuthLayout>
  )
}
