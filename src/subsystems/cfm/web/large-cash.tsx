import { listScreen } from '#platform/web/kit/list/list-screen.tsx'
import { listLargeCash } from '../contract/large-cash.ts'

/** Cash of one person on one day from the limit on, for the report that has to be filed. */
export default listScreen(listLargeCash, {
  filters: ['text', { range: ['from', 'to'], label: 'businessDate', days: 31 }],
  columns: ['businessDate', { field: 'personName', fixed: 'start' }, 'identityNumber', 'takenIn', 'paidOut', 'total', 'slips'],
})
