import { defineModule } from '#platform/server/module.ts'
import { dayCloseErrors } from '../contract/day-close/machine.ts'
import { cashErrors } from '../contract/errors.ts'
import { en as dayCloseEn } from '../labels/day-close/en.ts'
import { vi as dayCloseVi } from '../labels/day-close/vi.ts'
import { en } from '../labels/en.ts'
import { vi } from '../labels/vi.ts'

/** Who holds the cash: vaults, tills and couriers, each with a ledger account of its own. */
export const cashModule = defineModule({
  name: 'cash',
  labels: { vi, en },
  labelParts: { 'day-close': { vi: dayCloseVi, en: dayCloseEn } },
  errors: { ...cashErrors, ...dayCloseErrors },
  register: () => undefined,
})
