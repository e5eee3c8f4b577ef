import EyeOutlined from '@ant-design/icons/EyeOutlined'
import type { ComponentProps } from 'react'
import type { RowOf } from '#kernel/contract.ts'
import { show } from '#platform/web/kit/actions/actions.tsx'
import { listScreen } from '#platform/web/kit/list/list-screen.tsx'
import { lazyPart } from '#platform/web/shell/routing/lazy-part.tsx'
import { listLargeCash, revealLargeCash } from '../contract/large-cash.ts'
import type RevealDialog from './reveal.tsx'

const Reveal = lazyPart<ComponentProps<typeof RevealDialog>>(() => import('./reveal.tsx'))

/** Cash of one person on one day from the limit on, for the report that has to be filed. */
export default listScreen(listLargeCash, {
  filters: ['text', { range: ['from', 'to'], label: 'businessDate', days: 31 }],
  columns: ['businessDate', { field: 'personName', width: 176, fixed: 'start' }, 'identityNumber', 'takenIn', 'paidOut', 'total', 'slips'],
  actions: [
    show<RowOf<typeof listLargeCash>>(({ row: { id, personName }, onClose }) => <Reveal entity="cfm.largeCash" id={id} of={personName} onClose={onClose} />, {
      key: 'reveal',
      contract: revealLargeCash,
      icon: <EyeOutlined />,
    }),
  ],
})
