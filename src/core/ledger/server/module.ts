import { defineModule } from '#platform/server/module.ts'
import { ledgerErrors } from '../contract/errors.ts'
import { en } from '../labels/en.ts'
import { vi } from '../labels/vi.ts'
import { startSealingJournals } from './seals.ts'

/** The ledger has no screens and no endpoints of its own yet; other modules post through public.ts. */
export const ledgerModule = defineModule({
  name: 'ledger',
  labels: { vi, en },
  errors: ledgerErrors,
  register: () => undefined,
  start: async (runtime) => startSealingJournals(runtime),
})
