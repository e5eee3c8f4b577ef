import InfoCircleOutlined from '@ant-design/icons/InfoCircleOutlined'
import { Segmented, Tooltip } from 'antd'
import type { ComponentType } from 'react'
import { findArea, listAreas } from '#core/masterdata/contract/areas/area.ts'
import { importAreas } from '#core/masterdata/contract/areas/area-import.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { isDateOnly, localDate } from '#kernel/dates.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { ActionHost } from '#platform/web/kit/actions/action-host.tsx'
import { listScreen } from '#platform/web/kit/list/list-screen.tsx'
import { replaceAddress } from '#platform/web/shell/routing/navigation.ts'
import { useScreen } from '#platform/web/shell/routing/screen-context.ts'
import { changeArea, editArea, endArea, newArea } from './area-actions.tsx'
import { ProvinceSelect } from './area-inputs.tsx'
import { AreaSuccessions } from './area-successions.tsx'
import { AreaTree } from './area-tree.tsx'
import { viewArea } from './area-view.tsx'
import '#platform/web/kit/detail/browse.css'
import './areas.css'
import { visitImport } from '#platform/web/kit/import/visit-import.tsx'
import { words } from '../words.ts'

const VIEWS = ['list', 'tree', 'succession'] as const
type View = (typeof VIEWS)[number]

const listOf = (importPath: string) =>
  listScreen(listAreas, {
    filters: ['text', { field: 'asOf', today: true }, 'level', { field: 'provinceCode', input: ProvinceSelect }, 'kind', 'status', 'succession'],
    columns: [
      { field: 'code', fixed: 'start', width: 90 },
      { field: 'fullName', opens: viewArea },
      { field: 'level', hidden: true },
      'kind',
      'status',
      'districtName',
      'provinceName',
      'validFrom',
      'validTo',
      { field: 'fullNameEn', hidden: true },
    ],
    nameOf: ({ fullName }) => fullName,
    actions: [visitImport(importPath, importAreas), newArea, viewArea, editArea, changeArea, endArea],
  })

/** Which view is shown, and the day of the tree, stand in the address beside the conditions of the list. */
function useView() {
  const { address, tabId } = useScreen()
  const [path = '', query = ''] = address.split('?')
  const own = new URLSearchParams(query)
  const day = own.get('_day') ?? ''
  const show = (view: View, asOf?: string) => {
    const next = new URLSearchParams({ _view: view, ...(asOf ? { _day: asOf } : {}) })
    replaceAddress(tabId, view === 'list' ? path : `${path}?${next}`)
  }
  return { view: VIEWS.find((one) => one === own.get('_view')) ?? 'list', day: isDateOnly(day) ? day : localDate(new Date()), show }
}

function Areas({ List }: { List: ComponentType }) {
  const labels = useLabels(words)
  const { view, day, show } = useView()
  const options = [
    { value: 'list' as const, label: labels.text('viewList') },
    { value: 'tree' as const, label: labels.text('viewTree') },
    { value: 'succession' as const, label: labels.text('viewSuccession') },
  ]
  return (
    <ActionHost entity={listAreas.entity} schema={findArea.output} nameOf={({ fullName }: OutputOf<typeof findArea>) => fullName}>
      <div className="area-views">
        <Segmented options={options} value={view} onChange={(next) => show(next)} />
        <Tooltip title={labels.text('sourceNote')}>
          <InfoCircleOutlined aria-label={labels.text('sourceNote')} tabIndex={0} />
        </Tooltip>
      </div>
      {view === 'list' && <List />}
      {view === 'tree' && <AreaTree asOf={day} onAsOf={(next) => show('tree', next)} />}
      {view === 'succession' && <AreaSuccessions />}
    </ActionHost>
  )
}

/** Areas as a list, a tree, and what became of what; `import` is the address of their import. */
export default function areaScreen(paths: { import: string }) {
  const List = listOf(paths.import)
  return () => <Areas List={List} />
}
