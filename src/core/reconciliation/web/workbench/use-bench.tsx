import { useEffect, useMemo, useRef, useState } from 'react'
import { requestsOf } from '#core/approvals/contract/request.ts'
import type { Side } from '#core/reconciliation/contract/machines.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { useOpenAction } from '#platform/web/kit/actions/action-host.tsx'
import { act } from '#platform/web/kit/actions/actions.tsx'
import { usePermission } from '#platform/web/session/session-store.ts'
import BreakDrawer from '../session/break-drawer.tsx'
import { BreakQuestion } from '../session/break-question.tsx'
import { isOpen, type SessionProps } from '../session/parts.ts'
import { words } from '../words.ts'
import { type Chosen, toMatch } from './bench.ts'
import type { Command } from './bench-bar.tsx'
import { KeysHelp } from './keys-help.tsx'
import type { Cursor } from './use-cursor.ts'
import { useMatching } from './use-matching.ts'
import { breaksOf, type Together, useQuestions } from './use-questions.ts'

const all = (chosen: Record<Side, Chosen>) => [...chosen.OURS.values(), ...chosen.THEIRS.values()]

/** What the commands of the workbench do, what they came to, and the dialogs that they open. */
export function useBench(props: SessionProps, cursor: Cursor, toPane: () => void) {
  const { session, contracts, requests } = props
  const labels = useLabels(words)
  const [said, setSaid] = useState<{ text: string; bad: boolean }>()
  const [shown, setShown] = useState<string>()
  const [helped, setHelped] = useState(false)
  const refuse = (text: string) => setSaid({ text, bad: true })
  const questions = useQuestions(props, refuse)
  const matching = useMatching(props, {
    onDone: (no) => setSaid({ text: labels.text('matchedAs', { no }), bad: false }),
    onRefused: (reasons, pair, outside) => (outside ? questions.askBeyond(pair, reasons, matching.version.current) : refuse(reasons.join(' '))),
  })
  const { version } = matching
  const open = useOpenAction()
  const unmatch = useMemo(
    () =>
      act<typeof contracts.sessions.unmatch, { matchNo: number }>(contracts.sessions.unmatch, {
        key: 'unmatch',
        danger: true,
        ask: ['reason'],
        toInput: (values, { matchNo }) => ({ ...values, id: session.id, version: version.current, matchNo }),
      }),
    [contracts, session.id, version],
  )
  const { clear } = cursor
  const matchTogether = useMemo(
    () =>
      act<typeof contracts.breaks.match, Together>(contracts.breaks.match, {
        key: 'matchTogether',
        ask: ['reason', 'note'],
        dual: () => true,
        toInput: (values, { id, version, ours, theirs }) => ({ ...values, id, version, ours, theirs }),
        invalidates: [requestsOf],
        onDone: clear,
      }),
    [contracts, clear],
  )
  const at = cursor.lineAt(cursor.side)
  const works = usePermission(contracts.permissions.work) && isOpen(session) && session.task === null
  const pair = toMatch(cursor.chosen, { OURS: cursor.lineAt('OURS'), THEIRS: cursor.lineAt('THEIRS') })
  const concerned = cursor.chosen.OURS.size + cursor.chosen.THEIRS.size > 0 ? breaksOf(all(cursor.chosen)) : breaksOf(at ? [at] : [])
  const able: Partial<Record<Command, boolean>> = {
    match: works && pair !== undefined,
    unmatch: works && at?.matchNo != null,
    undo: works && matching.undoable,
    explain: at?.breakId != null,
    resolve: concerned.length > 0,
    assign: concerned.length > 0,
  }
  const commands: Record<Command, () => void> = {
    match: () => {
      if (!pair) return
      const { chosen } = cursor
      if (!matching.match(pair, cursor.clear, () => cursor.chooseAgain(chosen))) refuse(labels.text('notNow'))
    },
    unmatch: () => at?.matchNo != null && open(unmatch, { matchNo: at.matchNo }),
    undo: () => void matching.undo(labels.text('undoReason'), (no) => setSaid({ text: labels.text('undone', { no }), bad: false })),
    next: () => cursor.toNext() ?? refuse(labels.text('noNext')),
    explain: () => at?.breakId != null && setShown(at.breakId),
    resolve: () => questions.ask('resolve', concerned),
    assign: () => questions.ask('assign', concerned),
    clear: cursor.clear,
    help: () => setHelped(true),
  }
  const command = (wanted: Command) => {
    if (able[wanted] === false) return refuse(labels.text(WHY_NOT[wanted] ?? 'notNow'))
    setSaid(undefined)
    // What is given by a button ends where the keys go on; from one to the next break one goes by the same button.
    if (wanted !== 'next') toPane()
    commands[wanted]()
  }
  useReturn(questions.question !== undefined || questions.together !== undefined || shown !== undefined || helped, toPane)
  const dialogs = (
    <>
      {questions.question && (
        <BreakQuestion {...questions.question} contracts={contracts} onDone={(done) => done.length > 0 && cursor.clear()} onClose={questions.close} />
      )}
      {questions.together && matchTogether.dialog?.({ row: questions.together, title: labels.text('togetherTitle'), onClose: questions.close })}
      {shown !== undefined && (
        <BreakDrawer row={{ id: shown }} title="" session={session} contracts={contracts} requests={requests} onClose={() => setShown(undefined)} />
      )}
      {helped && <KeysHelp onClose={() => setHelped(false)} />}
    </>
  )
  return { said, able, command, dialogs }
}

/** Once all that was opened over the workbench is gone: while it closes it holds the focus, and what is unmounted gives it to nobody. */
function useReturn(open: boolean, toPane: () => void): void {
  const was = useRef(open)
  useEffect(() => {
    if (was.current && !open) toPane()
    was.current = open
  })
}

/** What is missing for a command that cannot be done now. */
const WHY_NOT: Partial<Record<Command, 'needBoth' | 'needMatched' | 'needBreak' | 'needUndo'>> = {
  match: 'needBoth',
  unmatch: 'needMatched',
  undo: 'needUndo',
  explain: 'needBreak',
  resolve: 'needBreak',
  assign: 'needBreak',
}
