import { defineModule } from '#platform/server/module.ts'
import { depositErrors } from '../contract/deposit-errors.ts'
import { cobErrors } from '../contract/errors.ts'
import { watchErrors } from '../contract/watch-errors.ts'
import { en as couriersEn } from '../labels/couriers/en.ts'
import { vi as couriersVi } from '../labels/couriers/vi.ts'
import { en as depositsEn } from '../labels/deposits/en.ts'
import { vi as depositsVi } from '../labels/deposits/vi.ts'
import { en } from '../labels/en.ts'
import { vi } from '../labels/vi.ts'
import { en as watchEn } from '../labels/watch/en.ts'
import { vi as watchVi } from '../labels/watch/vi.ts'
import { registerCouriers } from './couriers/couriers.ts'
import { registerDeposits } from './deposits/register.ts'
import { codDeposits } from './deposits/transactions.ts'
import { watchJobs, watchSchedules } from './watch/run.ts'
import { registerWatched, watchAudit, watchOwners, watchTasks } from './watch/watched.ts'

/** Cash on delivery: items, who holds their money, deposits, key accounts and what they are paid. */
export const cobModule = defineModule({
  name: 'cob',
  audit: {
    subjects: {
      ...watchAudit,
      'cob.courier': { vi: 'Bưu tá COD', en: 'COD postman', entity: 'cob.couriers.courier' },
    },
  },
  labels: { vi, en },
  labelParts: {
    watch: { vi: watchVi, en: watchEn },
    couriers: { vi: couriersVi, en: couriersEn },
    deposits: { vi: depositsVi, en: depositsEn },
  },
  errors: { ...cobErrors, ...watchErrors, ...depositErrors },
  search: [codDeposits.search],
  owners: watchOwners,
  tasks: [...watchTasks],
  register(on) {
    registerWatched(on)
    registerCouriers(on)
    registerDeposits(on)
  },
  jobs: () => [...watchJobs],
  schedules: [...watchSchedules],
})
