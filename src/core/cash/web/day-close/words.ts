import { defineLabels } from '#platform/web/i18n.ts'
import type { vi } from '../../labels/day-close/vi.ts'

export const words = defineLabels<typeof vi>('cash.day-close')
