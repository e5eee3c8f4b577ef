import { defineModule } from '#platform/server/module.ts'
import { en } from '../labels/en.ts'
import { vi } from '../labels/vi.ts'

/** Cash-flow management: its calls are those of core modules; here are the names of its screens. */
export const cfmModule = defineModule({ name: 'cfm', labels: { vi, en }, register() {} })
