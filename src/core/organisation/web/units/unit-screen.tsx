import type { ComponentType } from 'react'
import { unitMachine } from '#core/organisation/contract/unit.ts'
import { listUnits } from '#core/organisation/contract/unit-changes.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { show } from '#platform/web/kit/actions/actions.tsx'
import { listScreen } from '#platform/web/kit/list/list-screen.tsx'
import { StatusTag } from '#platform/web/kit/value/status-tag.tsx'
import { replaceAddress } from '#platform/web/shell/routing/navigation.ts'
import { PageLink } from '#platform/web/shell/routing/page-link.tsx'
import { useScreen } from '#platform/web/shell/routing/screen-context.ts'
import '#platform/web/kit/detail/browse.css'
import { UnitSelect } from '../unit-select.tsx'
import { words } from '../words.ts'
import { DayBadge } from './day-badge.tsx'
import { newUnit, type Unit, unitActions } from './unit-actions.ts'
import { UnitDrawer } from './unit-drawer.tsx'
import { UnitTree } from './unit-tree.tsx'

interface Paths {
  holdings?: string
  days?: string
}

const listOf = ({ holdings, days }: Paths) => {
  const view = show<Unit>((props) => <UnitDrawer {...props} holdings={holdings} />)
  return listScreen(listUnits, {
    filters: ['text', { field: 'unitId', input: UnitSelect }, 'level', 'status'],
    columns: [
      { field: 'code', width: 124, fixed: 'start' },
      { field: 'name', width: 250, opens: view },
      {
        field: 'status',
        width: 200,
        render: ({ id, status }) => (
          <>
            <StatusTag machine={unitMachine.name} value={status} /> <DayBadge unitId={id} />
          </>
        ),
      },
      { field: 'level', width: 168 },
      'parentName',
      'address',
      'phone',
      { field: 'validFrom', hidden: true },
      { field: 'validTo', hidden: true },
    ],
    nameOf: ({ name }) => name,
    actions: [newUnit, view, ...unitActions],
    ...(days === undefined ? {} : { toolbar: () => <DaysLink to={days} /> }),
  })
}

function DaysLink({ to }: { to: string }) {
  const labels = useLabels(words)
  return <PageLink to={to}>{labels.text('unitDays')}</PageLink>
}

function Units({ List }: { List: ComponentType }) {
  const labels = useLabels(words)
  const { address, tabId } = useScreen()
  const [path = '', query = ''] = address.split('?')
  const choose = (id: string | null) => {
    const next = new URLSearchParams(query)
    if (id === null) next.delete('unitId')
    else next.set('unitId', id)
    next.delete('page')
    replaceAddress(tabId, next.size > 0 ? `${path}?${next}` : path)
  }
  return (
    <div className="bt-browse">
      <section aria-label={labels.text('unitTree')}>
        <UnitTree chosen={new URLSearchParams(query).get('unitId')} onChoose={choose} />
      </section>
      <div className="bt-browse-detail">
        <List />
      </div>
    </div>
  )
}

/** Units as a tree, and beside it the list of those below the chosen one. */
export default function unitScreen(paths: Paths) {
  const List = listOf(paths)
  return () => <Units List={List} />
}
