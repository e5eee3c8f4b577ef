import { defineModule } from '#platform/server/module.ts'
import { en } from '../labels/en.ts'
import { vi } from '../labels/vi.ts'

/** Reports over all services, and the cut-off of their periods: screens of core modules under its own routes. */
export const reportModule = defineModule({ name: 'report', labels: { vi, en }, register: () => undefined })
