import { Modal } from 'antd'
import { type ReactNode, useState } from 'react'
import type { Contract, OutputOf, RawInputOf } from '#kernel/contract.ts'
import { messageOf } from '../../api/api-error.ts'
import { type Stale as StaleReads, useContractCommand } from '../../api/use-query.ts'
import { useShellText } from '../../i18n.ts'
import { notify } from '../../shell/notices/notify.ts'
import { RefusalAlert } from '../form/refusal-alert.tsx'
import { confirmKeys } from './confirm-keys.ts'
import { useOnce } from './once.ts'

interface Props<C extends Contract> {
  contract: C
  input: RawInputOf<C>
  title: string
  text: ReactNode
  /** The button that does it. */
  submit: string
  done: string | ((output: OutputOf<C>) => string)
  danger?: boolean
  /** Reads that are out of date once it is done, beside those of the command's own path. */
  invalidates?: StaleReads
  onDone?: (output: OutputOf<C>) => void
  onClose: () => void
}

/**
 * Asks once more before a command that needs no further input; a refusal is shown where the question stands. The focus is on the button that
 * does it, or on the one that leaves where something is taken away; Ctrl Enter does it in any case.
 */
export function CommandDialog<C extends Contract>({ contract, input, title, text, submit, done, danger = false, invalidates = [], onDone, onClose }: Props<C>) {
  const t = useShellText()
  const [refusal, setRefusal] = useState<string | null>(null)
  const command = useContractCommand(contract, { invalidates, quiet: true })
  const once = useOnce()
  const send = async () => {
    setRefusal(null)
    try {
      const output = await command.mutateAsync(input)
      notify({ kind: 'success', title, text: typeof done === 'string' ? done : done(output) })
      onDone?.(output)
      onClose()
    } catch (error) {
      setRefusal(messageOf(error))
    }
  }
  return (
    <Modal
      open
      title={title}
      okText={submit}
      okButtonProps={{ danger, autoFocus: !danger, title: 'Ctrl Enter' }}
      cancelText={t('common.back')}
      cancelButtonProps={{ autoFocus: danger }}
      confirmLoading={command.isPending}
      onOk={() => void once(send)}
      onCancel={onClose}
      wrapProps={confirmKeys(() => void once(send))}
    >
      <p>{text}</p>
      {refusal && <RefusalAlert texts={[refusal]} error={command.error} />}
    </Modal>
  )
}
