import DeleteOutlined from '@ant-design/icons/DeleteOutlined'
import EditOutlined from '@ant-design/icons/EditOutlined'
import EyeOutlined from '@ant-design/icons/EyeOutlined'
import PushpinOutlined from '@ant-design/icons/PushpinOutlined'
import StarFilled from '@ant-design/icons/StarFilled'
import StarOutlined from '@ant-design/icons/StarOutlined'
import { Button, Popconfirm, Popover } from 'antd'
import { useState } from 'react'
import { chooseDefaultView, type ListView, listViews, pinView, removeView, updateView } from '#kernel/views.ts'
import { call } from '../../api/call.ts'
import { reportError } from '../../api/report-error.ts'
import { refreshAfter } from '../../api/use-query.ts'
import { useShellText } from '../../i18n.ts'
import { lazyPart } from '../../shell/routing/lazy-part.tsx'
import type { FilterPlace } from '../list/filters.ts'
import type { ListState } from '../list/list-state.ts'
import { IconButton } from '../value/icon-button.tsx'
import { contentOf, movingPlaces } from './saved-views.ts'
import type { ListArrangement } from './use-arrangement.ts'
import './views.css'

/** Fetched when a view is saved or renamed. */
const ViewDialog = lazyPart(() => import('./view-dialog.tsx'))

interface Props {
  /** Path of the list's contract. */
  list: string
  arrangement: ListArrangement
  state: ListState
  places: readonly FilterPlace[]
  label: (place: FilterPlace) => string
  today: string
}

/** The saved views of a list: use, save, rename, share, remove, and the one it opens with. */
export function ViewsMenu(props: Props) {
  const { list, arrangement, state, places, label, today } = props
  const { current, changed } = arrangement
  const t = useShellText()
  const [open, setOpen] = useState(false)
  const [dialog, setDialog] = useState<ListView | 'new' | null>(null)
  const openDialog = (what: ListView | 'new') => {
    setOpen(false)
    setDialog(what)
  }
  return (
    <>
      <Popover
        open={open}
        onOpenChange={(wished) => {
          setOpen(wished)
          // Others may have shared something meanwhile.
          if (wished) arrangement.refresh()
        }}
        trigger="click"
        placement="bottomLeft"
        content={<Views {...props} onClose={() => setOpen(false)} onDialog={openDialog} />}
      >
        <Button icon={<EyeOutlined aria-hidden />} className="bt-views-button" aria-haspopup="dialog" aria-expanded={open}>
          <span className="bt-views-text">
            <span title={current?.name}>{current?.name ?? t('views.title')}</span>
            {changed && <em>{t('views.changed')}</em>}
          </span>
        </Button>
      </Popover>
      {dialog !== null && (
        <ViewDialog
          list={list}
          view={dialog === 'new' ? null : dialog}
          audiences={arrangement.audiences}
          moving={movingPlaces(places, state.filter, today).map(({ place, names }) => ({ field: place.name, label: label(place), names }))}
          content={(days) => contentOf(state, arrangement.layout, places, days)}
          onDone={(created) => {
            arrangement.refresh()
            if (created) arrangement.use(created)
          }}
          onClose={() => setDialog(null)}
        />
      )}
    </>
  )
}

interface ViewsProps extends Props {
  onClose: () => void
  onDialog: (what: ListView | 'new') => void
}

function Views({ list, arrangement, state, places, today, onClose, onDialog }: ViewsProps) {
  const { views, current, changed, defaultViewId, layout, use } = arrangement
  const t = useShellText()
  const run = (work: Promise<unknown>) => void work.catch((error: unknown) => reportError(error, { command: true })).finally(arrangement.refresh)
  const choose = (view: ListView | null) => {
    use(view)
    onClose()
  }
  const save = (view: ListView) => {
    // Days that moved go on moving when they still fit what is shown.
    const fitting = movingPlaces(places, state.filter, today).flatMap(({ place, names }) => {
      const before = view.content.days[place.name]
      return before && names.includes(before) ? [[place.name, before] as const] : []
    })
    run(call(updateView, { id: view.id, version: view.version, content: contentOf(state, layout, places, Object.fromEntries(fitting)) }))
    onClose()
  }
  const row = (view: ListView) => (
    <li key={view.id} data-current={view.id === current?.id || undefined}>
      <button type="button" aria-pressed={view.id === current?.id} onClick={() => choose(view)}>
        <span>{view.name}</span>
        <small>{view.mine ? view.audience !== 'PRIVATE' && t(`views.audience.${view.audience}`) : view.ownerName}</small>
      </button>
      <IconButton
        icon={view.id === defaultViewId ? <StarFilled /> : <StarOutlined />}
        label={t(view.id === defaultViewId ? 'views.noDefault' : 'views.makeDefault', { name: view.name })}
        onClick={() => run(call(chooseDefaultView, { list, viewId: view.id === defaultViewId ? null : view.id }))}
      />
      <IconButton
        icon={<PushpinOutlined className={view.pinned ? 'bt-pinned' : undefined} />}
        label={t(view.pinned ? 'views.unpin' : 'views.pin', { name: view.name })}
        onClick={() => run(call(pinView, { list, viewId: view.id, pinned: !view.pinned }).then(() => refreshAfter(listViews)))}
      />
      {view.mine && (
        <>
          <IconButton icon={<EditOutlined />} label={t('views.edit', { name: view.name })} onClick={() => onDialog(view)} />
          <Popconfirm
            title={t('views.removeTitle', { name: view.name })}
            description={view.audience === 'PRIVATE' ? undefined : t('views.removeShared')}
            okText={t('views.remove')}
            cancelText={t('common.cancel')}
            okButtonProps={{ danger: true }}
            onConfirm={() => run(call(removeView, { id: view.id, version: view.version }))}
          >
            <IconButton icon={<DeleteOutlined />} label={t('views.removeNamed', { name: view.name })} />
          </Popconfirm>
        </>
      )}
    </li>
  )
  const mine = views.filter((view) => view.mine)
  const shared = views.filter((view) => !view.mine)
  return (
    <div className="bt-views">
      {current && changed && (
        <div className="bt-views-changed">
          <span>{t('views.changedText', { name: current.name })}</span>
          <div>
            {current.mine && (
              <Button size="small" type="primary" onClick={() => save(current)}>
                {t('views.saveChanges')}
              </Button>
            )}
            <Button size="small" onClick={() => choose(current)}>
              {t('views.discard')}
            </Button>
          </div>
        </div>
      )}
      <ul>
        <li data-current={current === null || undefined}>
          <button type="button" aria-pressed={current === null} onClick={() => choose(null)}>
            <span>{t('views.none')}</span>
          </button>
        </li>
        {mine.map(row)}
      </ul>
      {shared.length > 0 && (
        <>
          <h4>{t('views.shared')}</h4>
          <ul>{shared.map(row)}</ul>
        </>
      )}
      <Button block onClick={() => onDialog('new')}>
        {t('views.saveNew')}
      </Button>
    </div>
  )
}
