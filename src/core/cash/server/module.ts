import { defineModule } from '#platform/server/module.ts'
import { cashErrors } from '../contract/errors.ts'
import { en } from '../labels/en.ts'
import { vi } from '../labels/vi.ts'

/** Who holds the cash: vaults, tills and couriers, each with a ledger account of its own. */
export const cashModule = defineModule({
  name: 'cash',
  labels: { vi, en },
  errors: cashErrors,
  register: () => undefined,
})
