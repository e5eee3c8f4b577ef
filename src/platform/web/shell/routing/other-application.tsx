import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useLanguage, useShellText } from '../../i18n.ts'
import { switchApplication } from '../../session/session.ts'
import { useSession } from '../../session/session-store.ts'
import { ExceptionView } from '../notices/exception.tsx'
import { applicationName, sessionApi } from '../preferences/setup.ts'
import '../notices/exception.css'

/** A link leads into another application: the tokens are for the current one, so the person switches knowingly, where allowed to. */
export default function OtherApplication({ subsystem, address }: { subsystem: string; address: string; open?: boolean }) {
  const t = useShellText()
  const applications = useSession((state) => state.user?.applications ?? [])
  const clientId = useSession((state) => state.clientId)
  const [busy, setBusy] = useState(false)
  if (!applications.some(({ code }) => code === subsystem)) return <ClosedApplication subsystem={subsystem} />
  const name = applicationName(applications, subsystem)
  const go = async () => {
    setBusy(true)
    await switchApplication({ code: subsystem, name }, address)
    setBusy(false)
  }
  return (
    <div className="bt-exception">
      <h1>{t('exception.otherApplication', { name })}</h1>
      <p>{t('exception.otherApplicationText', { current: applicationName(applications, clientId) })}</p>
      <Button type="primary" loading={busy} onClick={() => void go()}>
        {t('exception.switchTo', { name })}
      </Button>
    </div>
  )
}

/** Not among the person's own, so its name has to be asked for. */
function ClosedApplication({ subsystem }: { subsystem: string }) {
  const t = useShellText()
  const { data = [] } = useQuery({ queryKey: ['applications', useLanguage()], queryFn: () => sessionApi().applications(), meta: { quiet: true } })
  return <ExceptionView kind="403" note={t('exception.ofApplication', { name: applicationName(data, subsystem) })} />
}
