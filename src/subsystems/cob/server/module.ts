import type { PaymentDesk, PaymentService } from '#core/payments/server/public.ts'
import type { MoneyTrace } from '#core/trace/server/public.ts'
import { defineModule } from '#platform/server/module.ts'
import { depositErrors } from '../contract/deposit-errors.ts'
import { cobErrors } from '../contract/errors.ts'
import { issuanceErrors } from '../contract/issuances/errors.ts'
import { itemDeskErrors } from '../contract/items.ts'
import { keyAccountErrors } from '../contract/key-accounts/errors.ts'
import { senderPayoutErrors } from '../contract/payouts/errors.ts'
import { stateCodeErrors } from '../contract/state-codes.ts'
import { watchErrors } from '../contract/watch-errors.ts'
import { en as boardEn } from '../labels/board/en.ts'
import { vi as boardVi } from '../labels/board/vi.ts'
import { en as couriersEn } from '../labels/couriers/en.ts'
import { vi as couriersVi } from '../labels/couriers/vi.ts'
import { en as depositsEn } from '../labels/deposits/en.ts'
import { vi as depositsVi } from '../labels/deposits/vi.ts'
import { en } from '../labels/en.ts'
import { en as issuancesEn } from '../labels/issuances/en.ts'
import { vi as issuancesVi } from '../labels/issuances/vi.ts'
import { en as itemsEn } from '../labels/items/en.ts'
import { vi as itemsVi } from '../labels/items/vi.ts'
import { en as keyAccountsEn } from '../labels/key-accounts/en.ts'
import { vi as keyAccountsVi } from '../labels/key-accounts/vi.ts'
import { en as payoutsEn } from '../labels/payouts/en.ts'
import { vi as payoutsVi } from '../labels/payouts/vi.ts'
import { en as reportsEn } from '../labels/reports/en.ts'
import { vi as reportsVi } from '../labels/reports/vi.ts'
import { en as settlementsEn } from '../labels/settlements/en.ts'
import { vi as settlementsVi } from '../labels/settlements/vi.ts'
import { vi } from '../labels/vi.ts'
import { en as watchEn } from '../labels/watch/en.ts'
import { vi as watchVi } from '../labels/watch/vi.ts'
import { registerBoard } from './board/register.ts'
import { registerCouriers } from './couriers/couriers.ts'
import { depositEvents, depositSubjects, registerDeposits } from './deposits/register.ts'
import { codDeposits } from './deposits/transactions.ts'
import { registerFeed } from './feed/register.ts'
import { issuanceEvents, issuanceSubjects } from './issuances/audit.ts'
import { lineImport } from './issuances/draft.ts'
import { issuanceJobs, issuanceSchedules } from './issuances/jobs.ts'
import { registerIssuances } from './issuances/register.ts'
import { foldSums } from './item-desk/fold-sums.ts'
import { registerItemDesk } from './item-desk/register.ts'
import { keyAccountSubjects } from './key-accounts/audit.ts'
import { registerKeyAccounts } from './key-accounts/register.ts'
import { servePayouts } from './payouts/service.ts'
import { registerReports } from './reports/register.ts'
import { registerSettlements } from './settlements/register.ts'
import { settlementJobs, settlementSchedules } from './settlements/running.ts'
import { watchJobs, watchSchedules } from './watch/run.ts'
import { registerWatched, watchAudit, watchOwners, watchTasks } from './watch/watched.ts'

/** Cash on delivery: items, who holds their money, deposits, key accounts and what they are paid. */
export const cobModule = (trace: MoneyTrace, payments: PaymentDesk, senderPayouts: PaymentService) => {
  const payouts = servePayouts(senderPayouts)
  return defineModule({
    name: 'cob',
    audit: {
      events: { ...issuanceEvents, ...depositEvents },
      subjects: {
        ...watchAudit,
        'cob.item': { vi: 'Bưu gửi COD', en: 'Item with cash on delivery', entity: 'cob.items.item', fields: { request: { vi: 'Yêu cầu', en: 'Request' } } },
        ...issuanceSubjects,
        'cob.courier': { vi: 'Bưu tá COD', en: 'COD postman', entity: 'cob.couriers.courier' },
        ...keyAccountSubjects,
        ...depositSubjects,
      },
    },
    labels: { vi, en },
    labelParts: {
      items: { vi: itemsVi, en: itemsEn },
      board: { vi: boardVi, en: boardEn },
      reports: { vi: reportsVi, en: reportsEn },
      watch: { vi: watchVi, en: watchEn },
      issuances: { vi: issuancesVi, en: issuancesEn },
      couriers: { vi: couriersVi, en: couriersEn },
      deposits: { vi: depositsVi, en: depositsEn },
      payouts: { vi: payoutsVi, en: payoutsEn },
      'key-accounts': { vi: keyAccountsVi, en: keyAccountsEn },
      settlements: { vi: settlementsVi, en: settlementsEn },
    },
    errors: {
      ...cobErrors,
      ...stateCodeErrors,
      ...itemDeskErrors,
      ...issuanceErrors,
      ...watchErrors,
      ...depositErrors,
      ...keyAccountErrors,
      ...senderPayoutErrors,
    },
    search: [codDeposits.search, payouts.search],
    owners: watchOwners,
    imports: [lineImport],
    tasks: [...watchTasks],
    register(on) {
      registerItemDesk(on, trace)
      registerReports(on)
      registerBoard(on)
      registerWatched(on)
      registerIssuances(on)
      registerCouriers(on)
      registerFeed(on)
      registerDeposits(on, payments)
      payouts.register(on)
      registerKeyAccounts(on)
      registerSettlements(on)
    },
    jobs: () => [...settlementJobs, ...issuanceJobs, ...watchJobs],
    schedules: [...settlementSchedules, ...issuanceSchedules, ...watchSchedules],
    start: foldSums,
  })
}
