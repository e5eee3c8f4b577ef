import { type ReactNode, type Ref, useId, useState } from 'react'
import type { PlainField } from './plain-form.ts'

interface Props extends PlainField {
  hint?: ReactNode
  type?: 'text' | 'password' | 'otp'
  autoComplete: string
  maxLength: number
  /** Words for the button that shows a password. */
  reveal?: string
  ref?: Ref<HTMLInputElement>
}

/** The frame of a field: its name, and a line that says what is wrong with it, else the hint. Rules of several lines stand above it. */
export function Labelled({
  label,
  needed,
  error,
  hint,
  children,
}: Pick<PlainField, 'label' | 'needed' | 'error'> & {
  hint?: ReactNode
  children: (ids: { id: string; describedBy: string | undefined }) => ReactNode
}) {
  const id = useId()
  const line = error ?? (typeof hint === 'string' ? hint : undefined)
  const rules = typeof hint === 'string' ? undefined : hint
  const notes = [line && `${id}-line`, rules && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className="bt-field">
      <label htmlFor={id} className={needed ? 'bt-field-needed' : undefined}>
        {label}
      </label>
      {children({ id, describedBy: notes || undefined })}
      {rules && (
        <div id={`${id}-hint`} className="bt-field-hint">
          {rules}
        </div>
      )}
      {/* Always there, so that nothing moves when something is wrong. */}
      <p id={`${id}-line`} className={error === undefined ? 'bt-field-hint' : 'bt-field-error'}>
        {line}
      </p>
    </div>
  )
}

/** One line of text, a password that can be shown, or a code of digits. */
export function SignInField({ label, needed, value, onChange, onBlur, error, hint, type = 'text', autoComplete, maxLength, reveal, ref }: Props) {
  const [shown, setShown] = useState(false)
  return (
    <Labelled label={label} needed={needed} error={error} hint={hint}>
      {({ id, describedBy }) => (
        <span className="bt-field-box">
          <input
            ref={ref}
            id={id}
            className={type === 'otp' ? 'bt-otp bt-num' : undefined}
            type={type === 'password' && !shown ? 'password' : 'text'}
            inputMode={type === 'otp' ? 'numeric' : undefined}
            autoComplete={autoComplete}
            autoCapitalize="none"
            spellCheck={false}
            maxLength={type === 'otp' ? undefined : maxLength}
            aria-invalid={error !== undefined}
            aria-required={needed}
            aria-describedby={describedBy}
            value={value}
            onChange={(event) => onChange(type === 'otp' ? event.target.value.replace(/\D/g, '').slice(0, maxLength) : event.target.value)}
            onBlur={onBlur}
          />
          {type === 'password' && (
            <button type="button" aria-pressed={shown} aria-label={reveal} title={reveal} onClick={() => setShown(!shown)}>
              <svg viewBox="0 0 20 20" width="18" height="18" fill="none" stroke="currentColor" strokeWidth="1.5" aria-hidden="true">
                <path d="M1.8 10S4.6 4.6 10 4.6 18.2 10 18.2 10 15.4 15.4 10 15.4 1.8 10 1.8 10Z" />
                <circle cx="10" cy="10" r="2.6" />
                {!shown && <path d="m3.5 16.5 13-13" />}
              </svg>
            </button>
          )}
        </span>
      )}
    </Labelled>
  )
}
