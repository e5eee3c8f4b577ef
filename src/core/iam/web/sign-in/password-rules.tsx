import { PASSWORD_PARTS } from '#core/iam/contract/sign-in/password.ts'
import { useLabels } from '#platform/web/i18n.ts'
import './password-rules.css'
import { words } from './words.ts'

/** What a new password needs, ticked off while it is typed. */
export function PasswordRules({ id, password, account }: { id?: string; password: string; account: string }) {
  const labels = useLabels(words)
  return (
    <div id={id} className="bt-password-rules">
      <ul>
        {Object.entries(PASSWORD_PARTS).map(([part, holds]) => {
          const met = holds(password, account)
          return (
            <li key={part} data-met={met}>
              <span aria-hidden="true">{met ? '✓' : '○'}</span>
              {labels.enumValue('iam.sign-in.passwordPart', part)}
              <span className="bt-visually-hidden"> {labels.text(met ? 'partMet' : 'partMissing')}</span>
            </li>
          )
        })}
      </ul>
      <p>{labels.text('passwordGuessable')}</p>
    </div>
  )
}
