import InfoCircleOutlined from '@ant-design/icons/InfoCircleOutlined'
import PlusOutlined from '@ant-design/icons/PlusOutlined'
import UploadOutlined from '@ant-design/icons/UploadOutlined'
import { Button, Segmented, Tooltip } from 'antd'
import type { ComponentType } from 'react'
import { closeArea, createArea, listAreas, reviseArea, updateArea } from '#core/masterdata/contract/areas/area.ts'
import { importAreas } from '#core/masterdata/contract/areas/area-import.ts'
import type { RowOf } from '#kernel/contract.ts'
import { isDateOnly, localDate } from '#kernel/dates.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { listScreen } from '#platform/web/kit/list/list-screen.tsx'
import { usePermission } from '#platform/web/session/session-store.ts'
import { openAddress, replaceAddress } from '#platform/web/shell/routing/navigation.ts'
import { useScreen } from '#platform/web/shell/routing/screen-context.ts'
import { AreaDialogs, useAreaDialog } from './area-dialogs.tsx'
import { ProvinceSelect } from './area-inputs.tsx'
import { AreaSuccessions } from './area-successions.tsx'
import { AreaTree } from './area-tree.tsx'
import '#platform/web/kit/detail/browse.css'
import './areas.css'
import { words } from '../words.ts'

type Area = RowOf<typeof listAreas>

const VIEWS = ['list', 'tree', 'succession'] as const
type View = (typeof VIEWS)[number]

function Toolbar({ importPath }: { importPath: string }) {
  const labels = useLabels(words)
  const open = useAreaDialog()
  const mayCreate = usePermission(createArea.permission)
  const mayImport = usePermission(importAreas.permission)
  return (
    <>
      {mayImport && (
        <Button icon={<UploadOutlined aria-hidden />} onClick={() => openAddress(importPath)}>
          {labels.action('importFile')}
        </Button>
      )}
      {mayCreate && (
        <Button type="primary" icon={<PlusOutlined />} onClick={() => open({ kind: 'create' })}>
          {labels.action('create')}
        </Button>
      )}
    </>
  )
}

function useRowActions() {
  const labels = useLabels(words)
  const open = useAreaDialog()
  return [
    { key: 'view', label: labels.action('view'), run: ({ id }: Area) => open({ kind: 'view', id }) },
    { key: 'edit', label: labels.action('edit'), permission: updateArea.permission, run: ({ id }: Area) => open({ kind: 'edit', id }) },
    { key: 'revise', label: labels.action('revise'), permission: reviseArea.permission, run: ({ id }: Area) => open({ kind: 'revise', id }) },
    {
      key: 'close',
      label: labels.action('close'),
      permission: closeArea.permission,
      danger: true,
      when: ({ validTo }: Area) => validTo === null,
      run: ({ id }: Area) => open({ kind: 'close', id }),
    },
  ]
}

/** The name leads to the details, which open beside the list. */
function NameLink({ id, fullName }: Area) {
  const open = useAreaDialog()
  return (
    <Button type="link" size="small" className="bt-name" onClick={() => open({ kind: 'view', id })}>
      {fullName}
    </Button>
  )
}

const listOf = (importPath: string) =>
  listScreen(listAreas, {
    filters: ['text', { field: 'asOf', today: true }, 'level', { field: 'provinceCode', input: ProvinceSelect }, 'kind', 'status', 'succession'],
    columns: [
      { field: 'code', fixed: 'start', width: 90 },
      { field: 'fullName', width: 200, render: (row) => <NameLink {...row} /> },
      { field: 'level', width: 130, hidden: true },
      { field: 'kind', width: 150 },
      { field: 'status', width: 160 },
      { field: 'districtName', width: 150 },
      { field: 'provinceName', width: 175 },
      { field: 'validFrom', width: 128 },
      { field: 'validTo', width: 128 },
      { field: 'fullNameEn', width: 220, hidden: true },
    ],
    toolbar: () => <Toolbar importPath={importPath} />,
    useRowActions,
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
    <AreaDialogs>
      <div className="area-views">
        <Segmented options={options} value={view} onChange={(next) => show(next)} />
        <Tooltip title={labels.text('sourceNote')}>
          <InfoCircleOutlined aria-label={labels.text('sourceNote')} tabIndex={0} />
        </Tooltip>
      </div>
      {view === 'list' && <List />}
      {view === 'tree' && <AreaTree asOf={day} onAsOf={(next) => show('tree', next)} />}
      {view === 'succession' && <AreaSuccessions />}
    </AreaDialogs>
  )
}

/** Areas as a list, a tree, and what became of what; `import` is the address of their import. */
export default function areaScreen(paths: { import: string }) {
  const List = listOf(paths.import)
  return () => <Areas List={List} />
}
