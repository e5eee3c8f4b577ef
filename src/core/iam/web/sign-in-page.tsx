import { lazy, Suspense, useEffect, useState } from 'react'
import { useLabels } from '#platform/web/i18n.ts'
import { BrandMark, productTitle } from '#platform/web/shell/brand.tsx'
import { LanguageSelect } from '#platform/web/shell/language-select.tsx'
import type { Enrolment } from '../contract/auth.ts'
import { Personas } from './personas.tsx'
import { SignInForm, type SignInValues } from './sign-in-form.tsx'
import './sign-in.css'

const EnrolmentStep = lazy(() => import('./enrolment.tsx'))

/** Lines of the post: straight routes that meet at offices. Drawn, not photographed. */
function Routes() {
  const offices = [
    [96, 128],
    [288, 64],
    [288, 256],
    [480, 192],
    [192, 416],
    [416, 416],
    [544, 544],
    [96, 608],
    [320, 672],
  ] as const
  return (
    <svg className="bt-signin-routes" viewBox="0 0 640 800" preserveAspectRatio="xMidYMid slice" aria-hidden="true" focusable="false">
      <path d="M-20 128H96L160 64H288M288 64 480 192H660M96 128 192 416M288 256 480 192M192 416H416M416 416 544 544H660M192 416 96 608M96 608-20 660M96 608 320 672M320 672 544 544M320 672V820M288 256 192 416M288 64V-20M416 416 480 192" />
      {offices.map(([x, y]) => (
        <circle key={`${x}-${y}`} cx={x} cy={y} r="5" />
      ))}
    </svg>
  )
}

/** The sign-in screen. */
export default function SignInPage() {
  const labels = useLabels('iam')
  const [filled, setFilled] = useState<Partial<SignInValues> | null>(null)
  const [enrolment, setEnrolment] = useState<{ facts: Enrolment; clientId: string } | null>(null)
  const title = enrolment ? labels.text('enrolTitle') : labels.text('signInTitle')
  useEffect(() => {
    document.title = `${title} - ${productTitle()}`
  }, [title])
  return (
    <div className="bt-signin">
      <aside>
        <Routes />
        <div className="bt-signin-brand">
          <BrandMark size={56} />
          <strong>{productTitle()}</strong>
          <p>{labels.text('claim')}</p>
        </div>
      </aside>
      <main>
        <div className="bt-signin-language">
          <LanguageSelect />
        </div>
        <div className="bt-signin-form">
          <h1>{title}</h1>
          {enrolment ? (
            <Suspense>
              <EnrolmentStep enrolment={enrolment.facts} clientId={enrolment.clientId} onBack={() => setEnrolment(null)} />
            </Suspense>
          ) : (
            <>
              <p className="bt-signin-lead">{labels.text('signInLead')}</p>
              <SignInForm filled={filled} onEnrol={(facts, clientId) => setEnrolment({ facts, clientId })} />
              <Personas onFill={setFilled} />
            </>
          )}
        </div>
      </main>
    </div>
  )
}
