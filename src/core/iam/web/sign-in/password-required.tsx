import { useLabels } from '#platform/web/i18n.ts'
import { resumeSession } from '#platform/web/session/session.ts'
import { ChangePasswordForm } from './change-password-form.tsx'
import './account.css'
import { words } from './words.ts'

/** Instead of the screens, while the password is one that somebody else has chosen. */
export default function PasswordRequired() {
  const labels = useLabels(words)
  return (
    <section className="bt-must-change">
      <h1>{labels.text('mustChangeTitle')}</h1>
      <p>{labels.text('mustChangeText')}</p>
      <ChangePasswordForm onDone={() => void resumeSession().catch(() => undefined)} />
    </section>
  )
}
