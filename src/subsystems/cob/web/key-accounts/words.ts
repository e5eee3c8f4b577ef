import { defineLabels } from '#platform/web/i18n.ts'
import type { vi } from '../../labels/key-accounts/vi.ts'

export const words = defineLabels<typeof vi>('cob.key-accounts')
