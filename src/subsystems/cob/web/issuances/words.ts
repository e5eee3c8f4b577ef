import { defineLabels } from '#platform/web/i18n.ts'
import type { vi } from '../../labels/issuances/vi.ts'

export const words = defineLabels<typeof vi>('cob.issuances')
