import { defineManifest } from '#kernel/screens.ts'
import { paths } from './paths.ts'

/** Permissions are named, not taken from the contracts: every page loads the manifests, and would load the contracts with them. */
export const manifest = defineManifest({
  module: 'cfm-v2',
  subsystem: 'PP_CFM_NEW',
  screens: [
    { path: paths.home, permission: 'cash/position/view', title: 'home' },
    { path: paths.myShift, permission: 'cash/shifts/create', title: 'myShift' },
    { path: paths.pay, permission: 'cash/pay/create', title: 'pay' },
    { path: paths.cashOrders, permission: 'cash/orders/view', title: 'cashOrders' },
    { path: paths.counting, permission: 'cash/counts/create', title: 'counting', hidden: true },
    { path: paths.shifts, permission: 'cash/shifts/view', title: 'shifts' },
    { path: paths.shift, permission: 'cash/shifts/view', title: 'shift', hidden: true },
    { path: paths.counts, permission: 'cash/counts/view', title: 'counts' },
    { path: paths.count, permission: 'cash/counts/view', title: 'count', hidden: true },
    { path: paths.holdings, permission: 'cash/holdings/view', title: 'holdings' },
    { path: paths.holding, permission: 'cash/holdings/view', title: 'holding', hidden: true },
    { path: paths.differences, permission: 'cash/differences/view', title: 'differences' },
    { path: paths.days, permission: 'cash/day-close/view', title: 'days' },
    { path: paths.dayProgress, permission: 'cash/day-close/view', title: 'dayProgress' },
    { path: paths.day, permission: 'cash/day-close/view', title: 'day', hidden: true },
  ],
  menu: [
    { screen: paths.home, icon: 'dashboard' },
    {
      title: 'counter',
      icon: 'transaction',
      children: [
        { screen: paths.myShift },
        { screen: paths.pay },
        { screen: paths.cashOrders },
        { screen: paths.shifts },
        { screen: paths.counts },
        { screen: paths.differences },
        { screen: paths.holdings },
      ],
    },
    { title: 'dayClose', icon: 'lock', children: [{ screen: paths.days }, { screen: paths.dayProgress }] },
  ],
})
