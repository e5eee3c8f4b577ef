import { counterScreens, dayScreens, differenceScreen, payScreens, positionScreen } from '#core/cash/web/screens.ts'
import { defineScreens } from '#platform/web/screens.ts'
import { manifest } from './manifest.ts'
import { paths } from './paths.ts'

const counter = counterScreens(paths)
const days = dayScreens(paths)
const pay = payScreens({ myShift: paths.myShift, orders: paths.cashOrders })

/** Treasury transactions are a screen of the other cash-flow application. */
const treasury = { list: '/pp-cfm/quan_ly_ngan_quy/giao_dich_ngan_quy', detail: '/pp-cfm/quan_ly_ngan_quy/detail' }

export default defineScreens(manifest, {
  [paths.home]: positionScreen({ ...paths, treasury }),
  [paths.myShift]: counter.myShift,
  [paths.pay]: pay.pay,
  [paths.cashOrders]: pay.orders,
  [paths.counting]: counter.counting,
  [paths.shifts]: counter.shifts,
  [paths.shift]: counter.shift,
  [paths.counts]: counter.counts,
  [paths.count]: counter.count,
  [paths.holdings]: counter.holdings,
  [paths.holding]: counter.holding,
  [paths.differences]: differenceScreen({ count: paths.count, treasury }),
  [paths.days]: days.list,
  [paths.dayProgress]: days.progress,
  [paths.day]: days.detail,
})
