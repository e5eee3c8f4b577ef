import { PartnerSelect } from '#core/organisation/web/public.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { listScreen } from '#platform/web/kit/list/list-screen.tsx'
import { listExchanges } from '../contract/exchanges.ts'
import { type Exchange, viewExchange } from './exchange-drawer.tsx'
import { VerdictTag } from './verdict.tsx'
import { words } from './words.ts'

function Outcome({ verdict }: Pick<Exchange, 'verdict'>) {
  return <VerdictTag value={verdict} otherwise={useLabels(words).text('underWay')} />
}

/** What partners were asked and what they answered, newest first. */
export default listScreen(listExchanges, {
  filters: ['reference', { field: 'partnerId', input: PartnerSelect }, 'operation', 'verdict', 'fault', { range: ['from', 'to'], label: 'at', days: 7 }],
  columns: [
    { field: 'at', fixed: 'start', opens: viewExchange },
    'partnerName',
    'operation',
    'reference',
    { field: 'verdict', width: 130, render: (row) => <Outcome {...row} /> },
    { field: 'fault', width: 240 },
    { field: 'code', width: 130 },
    'message',
    { field: 'milliseconds', width: 120 },
    { field: 'tries', width: 100 },
    { field: 'httpStatus', width: 100 },
    'partnerReference',
    { field: 'partnerCode', hidden: true },
    { field: 'sent', hidden: true },
    { field: 'id', hidden: true },
  ],
  actions: [],
})
