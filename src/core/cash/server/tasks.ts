import { defineTask, type Task } from '#platform/server/module.ts'
import { approveCashOrders, listCashOrders } from '../contract/counter/cash-order.ts'
import { explainVariance, listCounts, variancePermissions } from '../contract/counts.ts'
import { listDifferences, settleDifference } from '../contract/differences.ts'
import { listShifts, openShift, takeOverShift } from '../contract/shifts.ts'
import { receiveTreasury } from '../contract/treasury/steps.ts'
import { listTreasury } from '../contract/treasury/transactions.ts'

/** What waits at the counter: one's own shift, money on its way to one, counts that differ. */
export const counterTasks: readonly Task[] = [
  defineTask(
    'cash.ownShift',
    { vi: 'Ca của tôi chưa kết', en: 'My shift to close' },
    listShifts,
    { whose: 'OWN', status: ['OPENING', 'OPEN', 'COUNTED'] },
    { needs: openShift.permission },
  ),
  defineTask(
    'cash.abandonedShifts',
    { vi: 'Ca bị bỏ dở cần kết thay', en: 'Abandoned shifts to close' },
    listShifts,
    { whose: 'OTHERS', unclosed: true },
    { needs: takeOverShift.permission },
  ),
  defineTask(
    'cash.toReceive',
    { vi: 'Tiền chờ tôi nhận', en: 'Cash for me to receive' },
    listTreasury,
    { toReceive: true },
    { needs: receiveTreasury.permission },
  ),
  defineTask(
    'cash.ordersToDecide',
    { vi: 'Lệnh chi tiền mặt chờ duyệt', en: 'Cash orders to decide' },
    listCashOrders,
    { whose: 'TO_DECIDE' },
    { needs: approveCashOrders.permission },
  ),
  defineTask(
    'cash.variancesToExplain',
    { vi: 'Chênh lệch kiểm quỹ chưa giải trình', en: 'Count variances to explain' },
    listCounts,
    { varianceStatus: ['OPEN'] },
    { needs: explainVariance.permission },
  ),
  defineTask(
    'cash.variancesToDecide',
    { vi: 'Chênh lệch kiểm quỹ chờ quyết định', en: 'Count variances to decide' },
    listCounts,
    { varianceStatus: ['PENDING'] },
    { needs: variancePermissions.approve },
  ),
  defineTask(
    'cash.differencesToSettle',
    { vi: 'Tiền thiếu, thừa chờ xử lý', en: 'Cash shortages and surpluses to settle' },
    listDifferences,
    { status: ['OPEN'] },
    { needs: settleDifference.permission },
  ),
]
