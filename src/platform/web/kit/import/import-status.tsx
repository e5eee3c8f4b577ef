import type { ImportStatus } from '#kernel/import.ts'
import { useShellText } from '../../i18n.ts'

const TONES: Record<ImportStatus, string> = {
  READING: 'moving',
  MAPPING: 'attention',
  CHECKING: 'moving',
  READY: 'attention',
  IMPORTING: 'moving',
  DONE: 'success',
  REFUSED: 'failure',
  CANCELLED: 'neutral',
}

export function ImportStatusTag({ status }: { status: ImportStatus }) {
  const t = useShellText()
  return <span className={`bt-tag bt-tone-${TONES[status]}`}>{t(`import.status.${status}`)}</span>
}
