import { type FormInstance, Modal } from 'antd'
import { createContext, type ReactNode, useContext, useEffect } from 'react'
import { useShellText } from '../../i18n.ts'

/** Whether something was typed or ticked: a form, or what answers like one. */
type Touched = Pick<FormInstance, 'isFieldsTouched'>

/** Tells what stands around that something is not saved yet; a drawer asks before it closes. */
export const UnsavedContext = createContext<(unsaved: boolean) => void>(() => undefined)

/** Says whether what this component holds is not saved yet. */
export function useUnsaved(unsaved: boolean): void {
  const tell = useContext(UnsavedContext)
  useEffect(() => {
    tell(unsaved)
    return () => tell(false)
  }, [tell, unsaved])
}

/**
 * Leaving a form: `leave` asks before typed text is thrown away and then calls `onClose`; `question` is to be drawn. The browser asks as well
 * when the page is left.
 */
export function useLeaveQuestion(form: Touched, onClose: () => void): { leave: () => void; question: ReactNode } {
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
function useLeaveWarning(form: Touched): void {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (form.isFieldsTouched()) event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [form])
}
