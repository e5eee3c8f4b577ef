import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import type { Contract, OutputOf, RawInputOf } from '#kernel/contract.ts'
import { useContractCommand } from '#platform/web/api/use-query.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { usePermission } from '#platform/web/session/session-store.ts'
import { notify } from '#platform/web/shell/notices/notify.ts'
import type { vi } from '../../labels/vi.ts'
import { accessReads } from './reads.ts'
import { words } from './words.ts'

interface Props<C extends Contract> {
  contract: C
  input: (chosen: string[]) => RawInputOf<C>
  action: keyof (typeof vi)['actions']
  /** What is added to, and the message when it is done. */
  title: string
  done: (output: OutputOf<C>) => string
  /** The select. */
  children: (chosen: string[], choose: (next: unknown) => void) => ReactNode
}

/** A select, and the button that adds what was chosen; nothing for who may not. */
export function ChooseAndAdd<C extends Contract>({ contract, input, action, title, done, children }: Props<C>) {
  const labels = useLabels(words)
  const [chosen, setChosen] = useState<string[]>([])
  const { mutate, isPending } = useContractCommand(contract, {
    invalidates: accessReads,
    onSuccess: (output) => {
      setChosen([])
      notify({ kind: 'success', title, text: done(output) })
    },
  })
  if (!usePermission(contract.permission)) return null
  return (
    <div className="access-add">
      {children(chosen, (next) => setChosen([next ?? []].flat().map(String)))}
      <Button type="primary" disabled={chosen.length === 0} loading={isPending} onClick={() => mutate(input(chosen))}>
        {labels.action(action)}
      </Button>
    </div>
  )
}
