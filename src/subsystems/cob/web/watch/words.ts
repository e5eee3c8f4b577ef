import { defineLabels } from '#platform/web/i18n.ts'
import type { vi } from '../../labels/watch/vi.ts'

export const words = defineLabels<typeof vi>('cob.watch')
