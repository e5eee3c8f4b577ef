import type { PaymentService } from '#core/payments/server/public.ts'
import type { MoneyTrace } from '#core/trace/server/public.ts'
import { defineModule, defineTask, type ServerModule } from '#platform/server/module.ts'
import { cfmErrors } from '../contract/errors.ts'
import { listLargeCash, revealLargeCash } from '../contract/large-cash.ts'
import { findOrder, listOrders, releaseOrder, revealIdentity, tellReceiver, unlockOrder } from '../contract/orders.ts'
import { en } from '../labels/en.ts'
import { vi } from '../labels/vi.ts'
import { agingJobs, agingSchedules } from './aging.ts'
import { largeCashList, PERSON_DAY, revealPerson } from './large-cash.ts'
import { reveal, tell, unlock } from './order-commands.ts'
import { orderDetail } from './order-detail.ts'
import { orderList } from './order-list.ts'
import { askRelease } from './order-release.ts'
import { payoutPaid } from './payouts/service.ts'
import { postalTransfers } from './postal-report.ts'
import { cfm } from './transactions.ts'

/** Cash-flow management: money orders are its own; its other calls are those of core modules. `counters`: the services whose claims of counters age. */
export const cfmModule = (trace: MoneyTrace, counters: readonly PaymentService[]): ServerModule =>
  defineModule({
    name: 'cfm',
    labels: { vi, en },
    errors: cfmErrors,
    search: [cfm.search, payoutPaid.search],
    audit: {
      events: {
        'cfm.due': { vi: 'Phiếu chuyển tiền quá hạn nhận', en: 'A money order was not claimed in time' },
        'cfm.expire': { vi: 'Hết hạn giữ tiền hoàn', en: 'Returned money was not fetched in time' },
      },
      subjects: {
        'cash.money_order': { vi: 'Phiếu chuyển tiền', en: 'Money order', entity: 'cfm.order', fields: { request: { vi: 'Yêu cầu', en: 'Request' } } },
        [PERSON_DAY]: { vi: 'Giao dịch tiền mặt lớn', en: 'Large cash', entity: 'cfm.largeCash' },
      },
    },
    register(on) {
      cfm.register(on)
      payoutPaid.register(on)
      on.list(listOrders, orderList)
      on.query(findOrder, (input, ctx) => orderDetail(input, ctx, trace))
      on.report(postalTransfers)
      on.list(listLargeCash, largeCashList)
      on.command(revealLargeCash, revealPerson)
      on.command(tellReceiver, tell)
      on.command(unlockOrder, unlock)
      on.command(releaseOrder, askRelease)
      on.command(revealIdentity, reveal)
    },
    wholeSystem: [listLargeCash, listLargeCash.export, revealLargeCash].map(({ permission }) => permission),
    tasks: [
      defineTask('cfm.toTell', { vi: 'Người nhận tiền chưa được báo', en: 'Receivers still to be told' }, listOrders, { telling: ['WAITING', 'LATE'] }),
      defineTask('cfm.locked', { vi: 'Phiếu chuyển tiền bị khoá', en: 'Locked money orders' }, listOrders, { locked: true, status: ['SENT', 'NOTIFIED'] }),
      defineTask('cfm.held', { vi: 'Phiếu chuyển tiền tạm giữ', en: 'Held money orders' }, listOrders, { held: true }),
    ],
    jobs: () => agingJobs(counters),
    schedules: agingSchedules,
  })
