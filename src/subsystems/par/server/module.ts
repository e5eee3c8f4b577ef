import { defineModule } from '#platform/server/module.ts'
import { en } from '../labels/en.ts'
import { vi } from '../labels/vi.ts'

/** Reconciliation with partners: its calls are those of the reconciliation's desks; here are the names of its screens. */
export const parModule = defineModule({ name: 'par', labels: { vi, en }, register() {} })
