import { useShellText } from '../../i18n.ts'
import { lazyPart } from '../../shell/routing/lazy-part.tsx'

/** Fetched when it is opened. */
const GridKeysDialog = lazyPart(() => import('./grid-keys-dialog.tsx'))

/** Says which keys a table has: below it, and by the question mark. */
export function GridHelp({ open, onOpen, ticks }: { open: boolean; onOpen: (open: boolean) => void; ticks: boolean }) {
  const t = useShellText()
  return (
    <>
      <button type="button" className="bt-grid-help" aria-haspopup="dialog" onClick={() => onOpen(true)}>
        {t('grid.title')} <kbd>?</kbd>
      </button>
      <GridKeysDialog open={open} onClose={() => onOpen(false)} ticks={ticks} />
    </>
  )
}
