import { defineModule } from '#platform/server/module.ts'
import { en } from '../labels/en.ts'
import { vi } from '../labels/vi.ts'

/** System administration: its calls are those of core modules; here are the names of its screens. */
export const sysModule = defineModule({ name: 'sys', labels: { vi, en }, register() {} })
