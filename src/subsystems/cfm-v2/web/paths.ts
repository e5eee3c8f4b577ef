/** Routes of the sub-system. */
export const paths = {
  home: '/cfm-v2/home',
  myShift: '/cfm-v2/my-shift',
  pay: '/cfm-v2/pay',
  cashOrders: '/cfm-v2/cash-orders',
  counting: '/cfm-v2/my-count',
  shifts: '/cfm-v2/shifts',
  shift: '/cfm-v2/shifts/{id}',
  counts: '/cfm-v2/counts',
  count: '/cfm-v2/counts/{id}',
  holdings: '/cfm-v2/holdings',
  holding: '/cfm-v2/holdings/{id}',
  differences: '/cfm-v2/differences',
  days: '/cfm-v2/day-close',
  day: '/cfm-v2/day-close/{id}',
  dayProgress: '/cfm-v2/day-close-progress',
} as const
