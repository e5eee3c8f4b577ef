import SearchOutlined from '@ant-design/icons/SearchOutlined'
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { useShellText } from '../../i18n.ts'
import { useSession } from '../../session/session-store.ts'
import { lazyPart } from '../routing/lazy-part.tsx'
import { SHORTCUT } from './shortcut.ts'

const load = () => import('./command-palette.tsx')
const CommandPalette = lazyPart(load)

/** Safari has no idle callbacks. */
const whenIdle: (work: () => void) => unknown = window.requestIdleCallback ?? setTimeout

/** Opens the command palette, by press or by Ctrl K (⌘ K). */
export function PaletteButton() {
  const t = useShellText()
  const ready = useSession((state) => state.phase === 'ready' && !state.user?.mustChangePassword)
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  useEffect(() => {
    // What cannot be fetched now is fetched when it is opened.
    if (ready) whenIdle(() => load().catch(() => undefined))
  }, [ready])
  useEffect(() => {
    if (!ready) return
    const pressed = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey } = event
      const command = ctrlKey || metaKey
      if (command && !shiftKey && !altKey && key.toLowerCase() === 'k') {
        event.preventDefault()
        setTyped('')
        setOpen(!open)
      } else if (open && !command && (key.length === 1 || key === 'Enter') && !document.querySelector('.bt-palette input')) {
        // Its script is still coming: what is typed is meant for it, not for the page.
        event.preventDefault()
        event.stopPropagation()
        if (key.length === 1) setTyped((text) => text + key)
      }
    }
    window.addEventListener('keydown', pressed, true)
    return () => window.removeEventListener('keydown', pressed, true)
  }, [ready, open])
  if (!ready) return null
  return (
    <>
      <Button
        className="bt-palette-button"
        icon={<SearchOutlined />}
        title={t('palette.label')}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => {
          setTyped('')
          setOpen(true)
        }}
      >
        <span className="bt-palette-words">{t('palette.button')}</span>
        <kbd>{SHORTCUT}</kbd>
      </Button>
      <CommandPalette open={open} typed={typed} onClose={() => setOpen(false)} />
    </>
  )
}
