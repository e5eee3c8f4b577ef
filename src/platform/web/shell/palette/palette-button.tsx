import SearchOutlined from '@ant-design/icons/SearchOutlined'
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { useShellText } from '../../i18n.ts'
import { useSession } from '../../session/session-store.ts'
import { lazyPart } from '../routing/lazy-part.tsx'
import { SHORTCUT } from './shortcut.ts'

const CommandPalette = lazyPart(() => import('./command-palette.tsx'))

/** Opens the command palette, by press or by Ctrl K (⌘ K). */
export function PaletteButton() {
  const t = useShellText()
  const ready = useSession((state) => state.phase === 'ready' && !state.user?.mustChangePassword)
  const [open, setOpen] = useState(false)
  useEffect(() => {
    if (!ready) return
    const pressed = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || event.key.toLowerCase() !== 'k') return
      event.preventDefault()
      setOpen((now) => !now)
    }
    window.addEventListener('keydown', pressed)
    return () => window.removeEventListener('keydown', pressed)
  }, [ready])
  if (!ready) return null
  return (
    <>
      <Button
        className="bt-palette-button"
        icon={<SearchOutlined />}
        title={t('palette.label')}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen(true)}
      >
        <span className="bt-palette-words">{t('palette.button')}</span>
        <kbd>{SHORTCUT}</kbd>
      </Button>
      <CommandPalette open={open} onClose={() => setOpen(false)} />
    </>
  )
}
