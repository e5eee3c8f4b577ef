import { defineModule } from '#platform/server/module.ts'
import { en } from '../labels/en.ts'
import { vi } from '../labels/vi.ts'

/** The new cash-flow application: its calls are those of core/cash; here are the names of its screens. */
export const cfmV2Module = defineModule({ name: 'cfm-v2', labels: { vi, en }, register() {} })
