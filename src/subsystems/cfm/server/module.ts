import { defineModule } from '#platform/server/module.ts'
import { cfmErrors } from '../contract/errors.ts'
import { en } from '../labels/en.ts'
import { vi } from '../labels/vi.ts'
import { cfm } from './transactions.ts'

/** Cash-flow management: money orders are its own; its other calls are those of core modules. */
export const cfmModule = defineModule({
  name: 'cfm',
  labels: { vi, en },
  errors: cfmErrors,
  search: [cfm.search],
  register(on) {
    cfm.register(on)
  },
})
