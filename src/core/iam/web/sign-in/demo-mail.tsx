import { useState } from 'react'
import { demoPersonas } from '#core/iam/contract/sign-in/demo.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { mayBeDemo } from '#platform/web/shell/frame/brand.tsx'
import { lazyPart } from '#platform/web/shell/routing/lazy-part.tsx'
import { words } from './words.ts'

const DemoMailbox = lazyPart(async () => ({ default: (await import('#core/mail/web/public.ts')).DemoMailbox }))

/** Demo only: the way to the mails that the portal would have sent, for people who are not signed in. */
export function DemoMail() {
  const labels = useLabels(words)
  const [open, setOpen] = useState(false)
  const personas = useContractQuery(demoPersonas, {}, { enabled: mayBeDemo(), quiet: true, staleTime: Number.POSITIVE_INFINITY })
  if (!personas.data) return null
  return (
    <div className="bt-demo-mail">
      <button type="button" onClick={() => setOpen(true)}>
        {labels.text('demoMail')}
      </button>
      <DemoMailbox open={open} onClose={() => setOpen(false)} />
    </div>
  )
}
