import { type FormEvent, useEffect, useRef, useState } from 'react'
import { DEFAULT_CLIENT } from '#kernel/screens.ts'
import { fieldErrors } from '#kernel/validation-texts.ts'
import { ApiError } from '#platform/web/api/api-error.ts'
import { call } from '#platform/web/api/call.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { shellText, useLabels, useLanguage } from '#platform/web/i18n.ts'
import { establishSession } from '#platform/web/session/session.ts'
import { Enrolment, FIRST_SIGN_IN_OTP, findAllClients, login } from '../contract/auth.ts'
import { iamErrors } from '../contract/errors.ts'
import { clientCode, tokensOf } from './session-api.ts'
import { Labelled, SignInField } from './sign-in-field.tsx'

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

type Field = keyof SignInValues
type Errors = Partial<Record<Field, string>>

const FIELDS: readonly Field[] = ['account', 'password', 'otp', 'clientId']
const LAST_CLIENT = 'last_client'

/**
 * Account, password, OTP and application. One refusal for whatever was wrong, as the server gives it.
 * Made of plain elements: this page shows before any component library has been fetched.
 */
export function SignInForm({ filled, onEnrol }: Props) {
  const labels = useLabels('iam')
  const language = useLanguage()
  const clients = useContractQuery(findAllClients, {}, { staleTime: Number.POSITIVE_INFINITY, keepPrevious: true })
  const [values, setValues] = useState<SignInValues>(() => ({
    account: '',
    password: '',
    otp: '',
    clientId: localStorage.getItem(LAST_CLIENT) ?? DEFAULT_CLIENT,
  }))
  const [left, setLeft] = useState<ReadonlySet<Field>>(new Set())
  const [refused, setRefused] = useState<Errors>({})
  const [refusal, setRefusal] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const account = useRef<HTMLInputElement>(null)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => account.current?.focus(), [])
  useEffect(() => {
    if (!filled) return
    setValues((before) => ({ ...before, ...filled }))
    setLeft(new Set())
    setRefused({})
    setRefusal(null)
  }, [filled])

  const set = (field: Field) => (value: string) => {
    setValues({ ...values, [field]: value })
    setRefused({ ...refused, [field]: undefined })
  }
  const blurred = (field: Field) => () => setLeft(new Set([...left, field]))
  const wrong = login.input.safeParse(values)
  // Said in the language of the moment, at the fields that have been left or tried.
  const found = Object.fromEntries(
    wrong.success
      ? []
      : fieldErrors(wrong.error, language)
          .map((error) => [error.field, error.message])
          .toReversed(),
  ) as Errors
  const errorOf = (field: Field) => refused[field] ?? (left.has(field) ? found[field] : undefined)

  const send = async () => {
    setBusy(true)
    setRefusal(null)
    const clientId = clientCode(values.clientId)
    try {
      const { tokenData } = await call(login, { ...values, clientId })
      localStorage.setItem(LAST_CLIENT, clientId)
      const application = clients.data?.find((one) => one.code === clientId) ?? { code: clientId, name: clientId }
      await establishSession({ ...tokensOf(tokenData), clientId }, application)
    } catch (error) {
      if (error instanceof ApiError && error.code === iamErrors.enrolmentNeeded.code) return onEnrol(Enrolment.parse(error.data), clientId)
      setValues((before) => ({ ...before, otp: '' }))
      setLeft(new Set())
      const atFields = error instanceof ApiError ? error.fields.filter((one) => FIELDS.some((field) => field === one.field)) : []
      setRefused(Object.fromEntries(atFields.map((one) => [one.field, one.message])))
      if (atFields.length === 0) setRefusal(error instanceof ApiError ? error.message : shellText('common.networkGone'))
    } finally {
      setBusy(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (wrong.success) return void send()
    setLeft(new Set(FIELDS))
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
  }
  return (
    <form ref={form} className="bt-signin-fields" noValidate onSubmit={submit}>
      <SignInField
        ref={account}
        label={labels.field('login', 'account')}
        value={values.account}
        onChange={set('account')}
        onBlur={blurred('account')}
        error={errorOf('account')}
        autoComplete="username"
        maxLength={64}
      />
      <SignInField
        label={labels.field('login', 'password')}
        value={values.password}
        onChange={set('password')}
        onBlur={blurred('password')}
        error={errorOf('password')}
        type="password"
        reveal={labels.text('showPassword')}
        autoComplete="current-password"
        maxLength={200}
      />
      <SignInField
        label={labels.field('login', 'otp')}
        value={values.otp}
        onChange={set('otp')}
        onBlur={blurred('otp')}
        error={errorOf('otp')}
        hint={labels.text('firstOtpHint', { otp: FIRST_SIGN_IN_OTP })}
        type="otp"
        autoComplete="one-time-code"
        maxLength={6}
      />
      <Labelled label={labels.field('login', 'clientId')} error={errorOf('clientId')}>
        {({ id, describedBy }) => (
          <span className="bt-field-box">
            <select id={id} aria-describedby={describedBy} value={values.clientId} onChange={(event) => set('clientId')(event.target.value)}>
              {(clients.data ?? []).map((one) => (
                <option key={one.code} value={one.code}>
                  {one.name}
                </option>
              ))}
            </select>
          </span>
        )}
      </Labelled>
      {refusal && (
        <p role="alert" className="bt-signin-refusal">
          {refusal}
        </p>
      )}
      <button type="submit" className="bt-button bt-button-primary" disabled={busy}>
        {labels.text('signIn')}
      </button>
    </form>
  )
}
