import { useEffect, useRef, useState } from 'react'
import { demoOtp, demoPersonas } from '#core/iam/contract/sign-in/demo.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { ApiError } from '#platform/web/api/api-error.ts'
import { call } from '#platform/web/api/call.ts'
import { reportError } from '#platform/web/api/report-error.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels } from '#platform/web/i18n.ts'
import type { SignInValues } from './sign-in-form.tsx'
import { words } from './words.ts'

type Persona = OutputOf<typeof demoPersonas>[number]

export interface Props {
  onFill: (values: Partial<SignInValues>) => void
  onClose?: () => void
}

/** A code used up is asked for again a moment after the next one begins. */
const AFTER_STEP_MS = 500

/** Demo only: people a visitor can be. Outside a demo the server knows no such call, and nothing shows. */
export default function Personas({ onFill }: Props) {
  const labels = useLabels(words)
  const personas = useContractQuery(demoPersonas, {}, { quiet: true, staleTime: Number.POSITIVE_INFINITY })
  const [chosen, setChosen] = useState<string | null>(null)
  const [waiting, setWaiting] = useState(0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  /** Keeps the code in the form good until the person signs in or takes another role. */
  const fillOtp = async (persona: Persona) => {
    clearTimeout(timer.current)
    try {
      const { otp, secondsLeft, fresh } = await call(demoOtp, { account: persona.account })
      setWaiting(fresh ? 0 : secondsLeft)
      onFill({ account: persona.account, password: persona.password, clientId: persona.clientId, otp: fresh ? otp : '' })
      timer.current = setTimeout(() => void fillOtp(persona), secondsLeft * 1000 + AFTER_STEP_MS)
    } catch (error) {
      if (error instanceof ApiError) reportError(error)
    }
  }
  if (!personas.data || personas.data.length === 0) return null
  return (
    <section className="bt-personas" aria-labelledby="personas">
      <h2 id="personas">{labels.text('personas')}</h2>
      <p>{waiting > 0 ? labels.text('otpSoon', { seconds: waiting }) : labels.text('personasHint')}</p>
      <ul>
        {personas.data.map((persona) => (
          <li key={persona.account}>
            <button
              type="button"
              aria-pressed={chosen === persona.account}
              onClick={() => {
                setChosen(persona.account)
                void fillOtp(persona)
              }}
            >
              <strong>{persona.role}</strong>
              <span>
                {persona.fullName} · {persona.place}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
