import { useEffect, useMemo, useRef, useState } from 'react'
import type { BreakRow } from '#core/reconciliation/contract/breaks.ts'
import { breaksTopic, type Side, sessionsTopic } from '#core/reconciliation/contract/machines.ts'
import type { SessionLine } from '#core/reconciliation/contract/sessions.ts'
import { reasonsOf } from '#platform/web/api/api-error.ts'
import { call } from '#platform/web/api/call.ts'
import { useLabels } from '#platform/web/i18n.ts'
import type { BulkAction } from '#platform/web/kit/actions/action.ts'
import { useOpenAction } from '#platform/web/kit/actions/action-host.tsx'
import { act } from '#platform/web/kit/actions/actions.tsx'
import { useLiveReads } from '#platform/web/live/live-reads.ts'
import { usePermission } from '#platform/web/session/session-store.ts'
import { assignBreaks, resolveBreaks } from '../session/break-actions.tsx'
import BreakDrawer from '../session/break-drawer.tsx'
import { BreakQuestion } from '../session/break-question.tsx'
import { isOpen, isOwn, type SessionProps } from '../session/parts.ts'
import { words } from '../words.ts'
import { type Chosen, other, sumsOf, toMatch, type View } from './bench.ts'
import { BenchBar, type Command } from './bench-bar.tsx'
import { benchKeys } from './bench-keys.ts'
import { Comparison, comparedLines, useBreakOf } from './comparison.tsx'
import { KeysHelp } from './keys-help.tsx'
import { Pane, type PaneHandle } from './pane.tsx'
import { useCursor } from './use-cursor.ts'
import { useLines } from './use-lines.ts'
import { useMatching } from './use-matching.ts'
import '../reconciliation.css'

interface Question {
  action: BulkAction<BreakRow>
  rows: readonly BreakRow[]
}

const SIDES: readonly Side[] = ['OURS', 'THEIRS']
const breaksOf = (lines: Iterable<SessionLine>) => [...new Set([...lines].flatMap(({ breakId }) => breakId ?? []))]
const all = (chosen: Record<Side, Chosen>) => [...chosen.OURS.values(), ...chosen.THEIRS.values()]

/** What may be asked of breaks, of those that are chosen or of the one that one stands on. */
function useQuestions({ contracts }: SessionProps, onRefused: (text: string) => void) {
  const [question, setQuestion] = useState<Question>()
  const actions = useMemo(
    () => ({ resolve: resolveBreaks(contracts), assign: assignBreaks(contracts), force: resolveBreaks(contracts, ['MATCH', 'WRITE_OFF', 'ADJUST']) }),
    [contracts],
  )
  const ask = async (which: keyof typeof actions, ids: readonly string[]) => {
    try {
      const rows = await Promise.all(ids.map((id) => call(contracts.breaks.detail, { id })))
      const action = actions[which]
      const fitting = rows.filter(action.when)
      if (fitting.length > 0) setQuestion({ action, rows: fitting })
      else onRefused('')
    } catch (error) {
      onRefused(reasonsOf(error).join(' '))
    }
  }
  return { question, ask, close: () => setQuestion(undefined) }
}

/** Both sides beside each other, walked and matched with the keys. */
export function WorkbenchTab(props: SessionProps) {
  const { session, contracts } = props
  const labels = useLabels(words)
  const titles = { OURS: labels.text('ours'), THEIRS: labels.text(isOwn(session) ? 'otherSide' : 'theirs') }
  const [view, setView] = useState<View>('open')
  const lines = { OURS: useLines(contracts, session.id, 'OURS', view), THEIRS: useLines(contracts, session.id, 'THEIRS', view) }
  useLiveReads(sessionsTopic, contracts.sessions.lines)
  useLiveReads(breaksTopic, contracts.sessions.lines)
  const cursor = useCursor(lines)
  const { side, chosen } = cursor
  const panes = { OURS: useRef<PaneHandle>(null), THEIRS: useRef<PaneHandle>(null) }
  const bar = useRef<HTMLDivElement>(null)
  const bench = useBench(props, cursor, () => panes[side].current?.focus())
  const at = cursor.lineAt(side)
  const found = useBreakOf(contracts, at)
  const compared = comparedLines(found, at, chosen)
  const focus = (of: Side) => panes[of].current?.focus()
  useEffect(() => panes.OURS.current?.focus(), [panes.OURS])
  const onKeyDown = benchKeys({
    cursor,
    command: bench.command,
    focus,
    search: () => panes[side].current?.search(),
    leave: () => bar.current?.querySelector<HTMLElement>('button:not(:disabled)')?.focus(),
  })
  return (
    <div className="rec-bench">
      <div ref={bar}>
        <BenchBar
          view={view}
          onView={setView}
          titles={titles}
          counts={{ ours: chosen.OURS.size, theirs: chosen.THEIRS.size }}
          sums={sumsOf(chosen.OURS.values(), chosen.THEIRS.values())}
          able={bench.able}
          onCommand={bench.command}
          said={bench.said}
        />
      </div>
      <div className="rec-panes">
        {SIDES.map((one) => (
          <Pane
            key={one}
            ref={panes[one]}
            side={one}
            title={titles[one]}
            lines={lines[one]}
            active={side === one}
            cursor={cursor.cursor[one]}
            chosen={chosen[one]}
            against={compared[other(one)]}
            none={labels.text(one === 'OURS' && session.oursAsOf === null ? 'notMatched' : 'paneNone')}
            onKeyDown={onKeyDown}
            onFocus={() => {
              cursor.setSide(one)
              if (cursor.cursor[one] === undefined) cursor.stand(one, lines[one].rows[0])
            }}
            onPick={(line, toggle) => {
              cursor.setSide(one)
              cursor.stand(one, line)
              if (toggle) cursor.toggle(one, line)
            }}
          />
        ))}
      </div>
      <Comparison found={found} lines={compared} at={at} />
      {bench.dialogs}
    </div>
  )
}

/** What the commands of the workbench do, what they came to, and the dialogs that they open. */
function useBench(props: SessionProps, cursor: ReturnType<typeof useCursor>, focusBack: () => void) {
  const { session, contracts, requests } = props
  const labels = useLabels(words)
  const [said, setSaid] = useState<{ text: string; bad: boolean }>()
  const [shown, setShown] = useState<string>()
  const [helped, setHelped] = useState(false)
  const refuse = (text: string) => setSaid({ text, bad: true })
  const questions = useQuestions(props, (text) => refuse(text || labels.text('nothingOpen')))
  const matching = useMatching(props, {
    onDone: (no) => setSaid({ text: labels.text('matchedAs', { no }), bad: false }),
    onRefused: (reasons, pair, outside) => {
      refuse(reasons.join(' '))
      const ids = breaksOf([...pair.OURS, ...pair.THEIRS])
      // Where the difference goes is two people's to decide, as a resolution of the break.
      if (outside && ids.length === 1) void questions.ask('force', ids)
    },
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
      cursor.passOver('OURS', pair.OURS)
      cursor.passOver('THEIRS', pair.THEIRS)
      cursor.clear()
      matching.match(pair)
    },
    unmatch: () => at?.matchNo != null && open(unmatch, { matchNo: at.matchNo }),
    undo: () => void matching.undo(labels.text('undoReason'), (no) => setSaid({ text: labels.text('undone', { no }), bad: false })),
    next: () => cursor.toNext() ?? refuse(labels.text('noNext')),
    explain: () => at?.breakId != null && setShown(at.breakId),
    resolve: () => void questions.ask('resolve', concerned),
    assign: () => void questions.ask('assign', concerned),
    clear: cursor.clear,
    help: () => setHelped(true),
  }
  const command = (wanted: Command) => {
    if (able[wanted] === false) return refuse(labels.text(WHY_NOT[wanted] ?? 'notNow'))
    setSaid(undefined)
    commands[wanted]()
  }
  const close = (shut: () => void) => () => {
    shut()
    focusBack()
  }
  const dialogs = (
    <>
      {questions.question && <BreakQuestion {...questions.question} contracts={contracts} onClose={close(questions.close)} />}
      {shown !== undefined && (
        <BreakDrawer row={{ id: shown }} title="" session={session} contracts={contracts} requests={requests} onClose={close(() => setShown(undefined))} />
      )}
      {helped && <KeysHelp onClose={close(() => setHelped(false))} />}
    </>
  )
  return { said, able, command, dialogs }
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
