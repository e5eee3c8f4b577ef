import { useEffect, useRef, useState } from 'react'
import { RequestedRole, requestAccount } from '#core/iam/contract/sign-in/registration.ts'
import type { RawInputOf } from '#kernel/contract.ts'
import { call } from '#platform/web/api/call.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { PageLink } from '#platform/web/shell/routing/page-link.tsx'
import { paths } from '../paths.ts'
import { AuthLayout, Notice, Refusal } from './auth-layout.tsx'
import { DemoMail } from './demo-mail.tsx'
import { usePlainForm } from './plain-form.ts'
import { Labelled, SignInField } from './sign-in-field.tsx'
import { words } from './words.ts'

const EMPTY = { account: '', fullName: '', mobile: '', email: '', unitCode: '', roleCode: '', note: '' }

/** Text fields with what a browser may fill in and their greatest length. */
const FIELDS = {
  fullName: ['name', 120],
  account: ['username', 64],
  email: ['email', 200],
  mobile: ['tel', 20],
  unitCode: ['off', 64],
  note: ['off', 500],
} as const

/** A request for an account: who one is and where one works; a password comes later, by a link. */
export default function RegisterPage() {
  const labels = useLabels(words)
  const [sentTo, setSentTo] = useState<string | null>(null)
  const names = Object.keys(EMPTY) as (keyof typeof EMPTY)[]
  const named = Object.fromEntries(names.map((name) => [name, labels.field('registration', name)])) as typeof EMPTY
  const plain = usePlainForm(requestAccount.input, named, EMPTY)
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => first.current?.focus(), [])
  const send = async (values: typeof EMPTY) => {
    await call(requestAccount, values as RawInputOf<typeof requestAccount>)
    setSentTo(values.email.trim())
  }
  const role = plain.field('roleCode')
  const text = (name: keyof typeof FIELDS, hint?: string) => (
    <SignInField
      {...(name === 'fullName' ? { ref: first } : {})}
      {...plain.field(name)}
      {...(hint ? { hint } : {})}
      autoComplete={FIELDS[name][0]}
      maxLength={FIELDS[name][1]}
    />
  )
  return (
    <AuthLayout title={labels.screen('register')} lead={sentTo === null ? labels.text('registerLead') : undefined}>
      {sentTo === null ? (
        <form ref={plain.form} className="bt-signin-fields" noValidate onSubmit={plain.submit(send)}>
          {text('fullName')}
          {text('account')}
          <div className="bt-signin-pair">
            {text('email')}
            {text('mobile')}
          </div>
          <div className="bt-signin-pair">
            {text('unitCode')}
            <Labelled {...role}>
              {({ id, describedBy }) => (
                <span className="bt-field-box">
                  <select
                    id={id}
                    aria-describedby={describedBy}
                    aria-invalid={role.error !== undefined}
                    aria-required={role.needed}
                    value={role.value}
                    onChange={(event) => role.onChange(event.target.value)}
                    onBlur={role.onBlur}
                  >
                    <option value="">{labels.text('registerChoose')}</option>
                    {RequestedRole.options.map((one) => (
                      <option key={one} value={one}>
                        {labels.enumValue('iam.sign-in.role', one)}
                      </option>
                    ))}
                  </select>
                </span>
              )}
            </Labelled>
          </div>
          {text('note')}
          <Refusal text={plain.refusal} />
          <button type="submit" className="bt-button bt-button-primary" disabled={plain.busy}>
            {labels.text('registerSend')}
          </button>
        </form>
      ) : (
        <Notice text={labels.text('registerSent', { email: sentTo })} />
      )}
      <p className="bt-signin-links">
        <PageLink to={paths.signIn}>{labels.text('backToSignIn')}</PageLink>
      </p>
      <DemoMail />
    </AuthLayout>
  )
}
