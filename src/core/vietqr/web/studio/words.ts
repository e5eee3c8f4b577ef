import { defineLabels } from '#platform/web/i18n.ts'
import type { vi } from '../../labels/studio/vi.ts'

export const words = defineLabels<typeof vi>('vietqr.studio')
