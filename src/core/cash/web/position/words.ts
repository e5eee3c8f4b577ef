import { defineLabels } from '#platform/web/i18n.ts'
import type { vi } from '../../labels/position/vi.ts'

export const words = defineLabels<typeof vi>('cash.position')
