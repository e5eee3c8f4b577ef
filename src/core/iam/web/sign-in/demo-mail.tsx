import { lazy, Suspense, useState } from 'react'
import { demoPersonas } from '#core/iam/contract/sign-in/demo.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { ensureLabels, useLabels } from '#platform/web/i18n.ts'
import { mayBeDemo } from '#platform/web/shell/frame/brand.tsx'
import { words } from './words.ts'

const DemoMailbox = lazy(async () => {
  const [module] = await Promise.all([import('#core/mail/web/public.ts'), ensureLabels(['mail'])])
  return { default: module.DemoMailbox }
})

/** Demo only: the way to the mails that the portal would have sent, for people who are not signed in. */
export function DemoMail() {
  const labels = useLabels(words)
  const [open, setOpen] = useState<'never' | 'open' | 'closed'>('never')
  const personas = useContractQuery(demoPersonas, {}, { enabled: mayBeDemo(), quiet: true, staleTime: Number.POSITIVE_INFINITY })
  if (!personas.data) return null
  return (
    <div className="bt-demo-mail">
      <button type="button" onClick={() => setOpen('open')}>
        {labels.text('demoMail')}
      </button>
      {open !== 'never' && (
        <Suspense>
          <DemoMailbox open={open === 'open'} onClose={() => setOpen('closed')} />
        </Suspense>
      )}
    </div>
  )
}
