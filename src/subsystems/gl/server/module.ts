import { defineModule } from '#platform/server/module.ts'
import { en } from '../labels/en.ts'
import { vi } from '../labels/vi.ts'

/** Business accounts: its calls are those of the ledger; here are the names of its screens. */
export const glModule = defineModule({ name: 'gl', labels: { vi, en }, register() {} })
