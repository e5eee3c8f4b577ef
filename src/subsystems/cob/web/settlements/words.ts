import { defineLabels } from '#platform/web/i18n.ts'
import type { vi } from '../../labels/settlements/vi.ts'

export const words = defineLabels<typeof vi>('cob.settlements')
