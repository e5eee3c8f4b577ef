import { useEffect, useRef } from 'react'
import { Enrolment, FIRST_SIGN_IN_OTP, findAllClients, login } from '#core/iam/contract/sign-in/auth.ts'
import { iamErrors } from '#core/iam/contract/sign-in/errors.ts'
import { ApiError } from '#platform/web/api/api-error.ts'
import { call } from '#platform/web/api/call.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { establishSession } from '#platform/web/session/session.ts'
import { Refusal } from './auth-layout.tsx'
import { usePlainForm } from './plain-form.ts'
import { clientCode, tokensOf } from './session-api.ts'
import { Labelled, SignInField } from './sign-in-field.tsx'
import { words } from './words.ts'

export interface SignInValues {
  account: string
  password: string
  otp: string
  clientId: string
}

interface Props {
  /** What a persona of the demo fills in. */
  filled: Partial<SignInValues> | null
  onEnrol: (enrolment: Enrolment, clientId: string) => void
}

const LAST_CLIENT = 'last_client'

/**
 * Account, password, OTP and application. One refusal for whatever was wrong, as the server gives it.
 * Made of plain elements: this page shows before any component library has been fetched.
 */
export function SignInForm({ filled, onEnrol }: Props) {
  const labels = useLabels(words)
  const clients = useContractQuery(findAllClients, {}, { staleTime: Number.POSITIVE_INFINITY, keepPrevious: true })
  const plain = usePlainForm<SignInValues & Record<string, string>>(
    login.input,
    {
      account: labels.field('login', 'account'),
      password: labels.field('login', 'password'),
      otp: labels.field('login', 'otp'),
      clientId: labels.field('login', 'clientId'),
    },
    { account: '', password: '', otp: '', clientId: '' },
  )
  const { values, fill } = plain
  const client = plain.field('clientId')
  const account = useRef<HTMLInputElement>(null)
  // The one used last, else the only one there is, else the person says.
  useEffect(() => {
    const known = clients.data ?? []
    const last = known.find((one) => one.code === localStorage.getItem(LAST_CLIENT)) ?? (known.length === 1 ? known[0] : undefined)
    if (last && values.clientId === '') client.onChange(last.code)
  })
  useEffect(() => account.current?.focus(), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: filled in once each time a persona is chosen
  useEffect(() => {
    if (filled) fill(filled)
  }, [filled])

  const kept = values.clientId
  const first = clients.data?.[0]?.code
  const offered = kept === '' || (clients.data?.some(({ code }) => code === kept) ?? true)
  // The application of the last time may not be offered any more.
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once the choice is known
  useEffect(() => {
    if (!offered && first !== undefined) fill({ clientId: first })
  }, [offered, first])

  const send = async () => {
    const clientId = clientCode(values.clientId)
    try {
      const { tokenData } = await call(login, { ...values, clientId })
      localStorage.setItem(LAST_CLIENT, clientId)
      const application = clients.data?.find((one) => one.code === clientId) ?? { code: clientId, name: clientId }
      await establishSession({ ...tokensOf(tokenData), clientId }, application)
    } catch (error) {
      if (error instanceof ApiError && error.code === iamErrors.enrolmentNeeded.code) return onEnrol(Enrolment.parse(error.data), clientId)
      fill({ otp: '' })
      throw error
    }
  }
  return (
    <form ref={plain.form} className="bt-signin-fields" noValidate onSubmit={plain.submit(send)}>
      <SignInField ref={account} {...plain.field('account')} autoComplete="username" maxLength={64} />
      <SignInField {...plain.field('password')} type="password" reveal={labels.text('showPassword')} autoComplete="current-password" maxLength={200} />
      <SignInField
        {...plain.field('otp')}
        hint={labels.text('firstOtpHint', { otp: FIRST_SIGN_IN_OTP })}
        type="otp"
        autoComplete="one-time-code"
        maxLength={6}
      />
      <Labelled {...client}>
        {({ id, describedBy }) => (
          <span className="bt-field-box">
            <select
              id={id}
              aria-describedby={describedBy}
              aria-invalid={client.error !== undefined}
              aria-required={client.needed}
              value={client.value}
              onChange={(event) => client.onChange(event.target.value)}
              onBlur={client.onBlur}
            >
              {client.value === '' && <option value="">{labels.text('registerChoose')}</option>}
              {(clients.data ?? []).map((one) => (
                <option key={one.code} value={one.code}>
                  {one.name}
                </option>
              ))}
            </select>
          </span>
        )}
      </Labelled>
      <Refusal text={plain.refusal} />
      {plain.refusedAs === iamErrors.invalidLogin.code && <p className="bt-field-hint">{labels.text('refusedHint')}</p>}
      <button type="submit" className="bt-button bt-button-primary" disabled={plain.busy}>
        {labels.text('signIn')}
      </button>
    </form>
  )
}
