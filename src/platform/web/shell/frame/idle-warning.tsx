import { Button, Modal } from 'antd'
import { useEffect, useState } from 'react'
import { useShellText } from '../../i18n.ts'
import { useSession } from '../../session/session-store.ts'
import { SESSION_DIALOG } from './veil.ts'

/** What is read aloud while the time runs down: enough to act on, not every second. */
const ANNOUNCED = [60, 30, 10]

/** Seconds until then, counted by the clock: a machine that slept has lost them too. */
function useSecondsLeft(until: number): number {
  const left = () => Math.max(0, Math.ceil((until - Date.now()) / 1000))
  const [seconds, setSeconds] = useState(left)
  useEffect(() => {
    const timer = setInterval(() => setSeconds(left), 500)
    return () => clearInterval(timer)
  })
  return seconds
}

function Countdown({ until }: { until: number }) {
  const t = useShellText()
  const seconds = useSecondsLeft(until)
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  const announced = ANNOUNCED.filter((one) => seconds <= one).at(-1)
  return (
    <>
      <p role="timer" aria-live="off">
        {t('session.warnText', { time })}
      </p>
      <p>{t('session.warnKept')}</p>
      <p role="status" className="bt-visually-hidden">
        {announced !== undefined && t('session.warnLeft', { seconds: announced })}
      </p>
    </>
  )
}

/** Two minutes before the session ends for want of a click. Any click keeps it: that of the button, too. */
export function IdleWarning() {
  const t = useShellText()
  const until = useSession((state) => state.idleEndsAt)
  const stay = () => document.body.click()
  return (
    <Modal
      open={until !== null}
      title={t('session.warnTitle')}
      rootClassName={SESSION_DIALOG}
      zIndex={2000}
      width={460}
      closable={false}
      // Escape keeps the session, too: nothing else could be meant.
      onCancel={stay}
      footer={
        <Button type="primary" autoFocus>
          {t('session.stay')}
        </Button>
      }
      destroyOnHidden
    >
      {until !== null && <Countdown until={until} />}
    </Modal>
  )
}
