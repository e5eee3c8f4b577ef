import { defineModule, defineTask } from '#platform/server/module.ts'
import { settlementErrors } from '../contract/errors.ts'
import { findSettlement, listMovements, listSettlements, merchantOwed, releaseClaim, settleNow } from '../contract/settlements.ts'
import { en } from '../labels/en.ts'
import { vi } from '../labels/vi.ts'
import { settle } from './by-hand.ts'
import { release } from './claims.ts'
import { closingJobs, closingSchedules } from './due.ts'
import { movementList, settlementDetail, settlementList } from './list-query.ts'
import { owedTo } from './owed.ts'
import { SETTLEMENT } from './records.ts'
import { statementOfMerchant } from './statement.ts'

/** What merchants are owed, cycle by cycle, until a transfer has paid it. */
export const settlementsModule = defineModule({
  name: 'settlements',
  labels: { vi, en },
  errors: settlementErrors,
  audit: {
    subjects: {
      [SETTLEMENT]: {
        ...{ vi: 'Quyết toán điểm bán', en: 'Settlement', entity: 'settlements.settlement' },
        fields: { released: { vi: 'Lệnh chi trùng không còn giữ kỳ này', en: 'Transfers paid twice that no longer hold it' } },
      },
    },
  },
  tasks: [
    defineTask('settlements.payable', { vi: 'Kỳ quyết toán điểm bán chờ chi', en: 'Merchant settlements to be paid' }, listSettlements, {
      status: ['PAYABLE'],
      waiting: false,
    }),
    defineTask('settlements.held', { vi: 'Kỳ quyết toán điểm bán bị giữ', en: 'Held merchant settlements' }, listSettlements, { status: ['HELD'] }),
  ],
  register(on) {
    on.list(listSettlements, settlementList)
    on.query(findSettlement, settlementDetail)
    on.list(listMovements, movementList)
    on.query(merchantOwed, owedTo)
    on.command(settleNow, settle)
    on.command(releaseClaim, release)
    on.report(statementOfMerchant)
  },
  jobs: () => closingJobs,
  schedules: closingSchedules,
})
