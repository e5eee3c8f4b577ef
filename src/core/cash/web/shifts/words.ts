import { defineLabels } from '#platform/web/i18n.ts'
import type { vi } from '../../labels/shifts/vi.ts'

export const words = defineLabels<typeof vi>('cash.shifts')
