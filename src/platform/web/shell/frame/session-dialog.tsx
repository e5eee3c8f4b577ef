import { Button, Modal } from 'antd'
import { Suspense, useState } from 'react'
import { useShellText } from '../../i18n.ts'
import { abandonSession } from '../../session/session.ts'
import { useSession } from '../../session/session-store.ts'
import { portalSetup } from '../preferences/setup.ts'
import { IdleWarning } from './idle-warning.tsx'
import { SESSION_DIALOG, useVeil } from './veil.ts'

const MUST_ANSWER = { closable: false, keyboard: false, mask: { closable: false } }

/**
 * The session is over under the person's hands: an hour without a click, or the server says so.
 * Signing in right here keeps every open page; 'Đồng ý' clears what is stored and goes to the sign-in page.
 */
function EndedDialog() {
  const t = useShellText()
  const phase = useSession((state) => state.phase)
  const endedBy = useSession((state) => state.endedBy)
  const [again, setAgain] = useState(false)
  const open = phase === 'ended'
  useVeil(open)
  const { SignInAgain } = portalSetup().identity
  const footer = [
    <Button key="agree" onClick={abandonSession} title={t('session.toSignIn')}>
      {t('common.agree')}
    </Button>,
    <Button key="here" type="primary" autoFocus onClick={() => setAgain(true)}>
      {t('session.signInHere')}
    </Button>,
  ]
  return (
    <Modal
      open={open}
      title={t('common.notice')}
      {...MUST_ANSWER}
      width={again ? 400 : 460}
      footer={again ? null : footer}
      rootClassName={SESSION_DIALOG}
      zIndex={2000}
      destroyOnHidden
      afterClose={() => setAgain(false)}
    >
      {again ? (
        <Suspense>
          <SignInAgain onDone={() => setAgain(false)} />
          <Button type="link" block onClick={abandonSession}>
            {t('session.toSignIn')}
          </Button>
        </Suspense>
      ) : (
        <>
          <p>{endedBy === 'idle' ? t('session.idle') : t('session.expired')}</p>
          <p>{t('session.signInHereHint')}</p>
        </>
      )}
    </Modal>
  )
}

/** Another window switched the application: this one cannot go on with the other one's tokens. */
function SwitchedDialog() {
  const t = useShellText()
  const switched = useSession((state) => state.switchedElsewhere)
  return (
    <Modal
      open={switched}
      title={t('common.notice')}
      {...MUST_ANSWER}
      footer={
        <Button type="primary" onClick={() => window.location.reload()}>
          {t('common.reload')}
        </Button>
      }
    >
      <p>{t('session.otherApplication')}</p>
    </Modal>
  )
}

/** Fetched when the first of them is needed. */
export default function SessionDialogs() {
  return (
    <>
      <IdleWarning />
      <EndedDialog />
      <SwitchedDialog />
    </>
  )
}
