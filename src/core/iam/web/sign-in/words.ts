import { defineLabels } from '#platform/web/i18n.ts'
import type { vi } from '../../labels/sign-in/vi.ts'

export const words = defineLabels<typeof vi>('iam.sign-in')
