import { defineModule } from '#platform/server/module.ts'
import { cashErrors } from '../contract/errors.ts'
import { treasuryErrors } from '../contract/treasury/errors.ts'
import { en } from '../labels/en.ts'
import { en as treasuryEn } from '../labels/treasury/en.ts'
import { vi as treasuryVi } from '../labels/treasury/vi.ts'
import { vi } from '../labels/vi.ts'
import { registerTreasury } from './treasury/register.ts'

/** Who holds the cash: vaults, tills and couriers, each with a ledger account of its own, and how it moves between them. */
export const cashModule = defineModule({
  name: 'cash',
  audit: { subjects: { 'cash.treasury_transaction': { vi: 'Giao dịch ngân quỹ', en: 'Treasury transaction', entity: 'cash.treasury.transaction' } } },
  labels: { vi, en },
  labelParts: { treasury: { vi: treasuryVi, en: treasuryEn } },
  errors: { ...cashErrors, ...treasuryErrors },
  register(on) {
    // Areas that pay out in cash bring what is due; none does yet.
    registerTreasury(on, async () => 0n)
  },
})
