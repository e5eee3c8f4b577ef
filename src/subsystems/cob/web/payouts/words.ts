import { defineLabels } from '#platform/web/i18n.ts'
import type { vi } from '../../labels/payouts/vi.ts'

export const words = defineLabels<typeof vi>('cob.payouts')
