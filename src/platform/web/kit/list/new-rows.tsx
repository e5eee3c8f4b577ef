import ArrowUpOutlined from '@ant-design/icons/ArrowUpOutlined'
import { useEffect, useRef, useState } from 'react'
import type { ListContract, Page, RawInputOf } from '#kernel/contract.ts'
import type { LiveTopic } from '#kernel/live.ts'
import { call } from '../../api/call.ts'
import { useShellText } from '../../i18n.ts'
import { useLive } from '../../live/live.ts'
import type { ListState } from './list-state.ts'
import type { ListResult } from './use-list.ts'
import { searchInput } from './use-list.ts'
import '../kit.css'

/** Looked for this often at most, and never more than a twentieth of the time: a list that is slow to count is counted seldom. */
const EVERY_MS = 3_000
const SHARE = 20

interface Props<L extends ListContract> {
  contract: L
  topic: LiveTopic
  state: ListState
  list: ListResult<unknown>
  /** Shows the new ones. */
  onShow: () => void
}

/** How many rows have come since the list was read, as the reader's own filter and scope count them. Nothing on the page moves. */
function useNewRows<L extends ListContract>({ contract, topic, state, list }: Props<L>): number {
  const [found, setFound] = useState<{ of: string; total: number } | null>(null)
  const now = useRef({ state, list })
  useEffect(() => {
    now.current = { state, list }
  })
  const look = useRef({ busy: false, again: false, at: 0, timer: undefined as ReturnType<typeof setTimeout> | undefined })

  async function count(): Promise<void> {
    const held = look.current
    const { state: asked, list: shown } = now.current
    if (shown.loading || shown.error || document.visibilityState !== 'visible') return
    held.busy = true
    const began = performance.now()
    try {
      const page = (await call(contract, searchInput({ ...asked, page: 1, size: 15 }) as RawInputOf<L>)) as Page<unknown>
      setFound({ of: JSON.stringify(asked.filter), total: page.totalRecord })
    } catch {
      // Whatever is wrong, the list itself will say when it is asked.
    }
    held.busy = false
    held.at = performance.now() + Math.max(EVERY_MS, (performance.now() - began) * SHARE)
    if (held.again) soon()
  }

  /** At once when it was quiet, else when its time has come; never two at a time. */
  function soon(): void {
    const held = look.current
    if (held.busy) {
      held.again = true
      return
    }
    held.again = false
    clearTimeout(held.timer)
    held.timer = setTimeout(() => void count(), Math.max(0, held.at - performance.now()))
  }

  useLive(topic, soon)
  // Shown again, be it the tab or the window: what came in between was not announced.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `soon` reads what is current
  useEffect(() => {
    const held = look.current
    const back = () => document.visibilityState === 'visible' && soon()
    if (!now.current.list.loading) soon()
    document.addEventListener('visibilitychange', back)
    return () => {
      document.removeEventListener('visibilitychange', back)
      clearTimeout(held.timer)
    }
  }, [])
  return found && found.of === JSON.stringify(state.filter) && !list.loading ? Math.max(0, found.total - (list.total ?? found.total)) : 0
}

/** Says over an open list that there is more now, and shows it when the reader wants to. */
export function NewRows<L extends ListContract>(props: Props<L>) {
  const t = useShellText()
  const count = useNewRows(props)
  return (
    <span role="status">
      {count > 0 && (
        <button type="button" className="bt-new-rows" onClick={props.onShow}>
          <ArrowUpOutlined /> {t('list.newRows', { count })}
        </button>
      )}
    </span>
  )
}
