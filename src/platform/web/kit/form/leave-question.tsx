import { type FormInstance, Modal } from 'antd'
import { type ReactNode, useEffect } from 'react'
import { useShellText } from '../../i18n.ts'

/**
 * Leaving a form: `leave` asks before typed text is thrown away and then calls `onClose`; `question` is to be drawn. The browser asks as well
 * when the page is left.
 */
export function useLeaveQuestion(form: FormInstance, onClose: () => void): { leave: () => void; question: ReactNode } {
  const t = useShellText()
  const [modal, question] = Modal.useModal()
  useLeaveWarning(form)
  const leave = () => {
    if (!form.isFieldsTouched()) return onClose()
    void modal.confirm({
      title: t('form.leaveTitle'),
      content: t('form.leaveText'),
      okText: t('form.leave'),
      okButtonProps: { danger: true },
      cancelText: t('form.stay'),
      focusable: { autoFocusButton: 'cancel' },
      onOk: onClose,
    })
  }
  return { leave, question }
}

/** The browser asks before a page with typed text is left. */
function useLeaveWarning(form: FormInstance): void {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (form.isFieldsTouched()) event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [form])
}
