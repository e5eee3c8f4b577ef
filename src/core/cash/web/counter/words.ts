import { defineLabels } from '#platform/web/i18n.ts'
import type { vi } from '../../labels/counter/vi.ts'

export const words = defineLabels<typeof vi>('cash.counter')
