import DeleteOutlined from '@ant-design/icons/DeleteOutlined'
import EditOutlined from '@ant-design/icons/EditOutlined'
import PushpinOutlined from '@ant-design/icons/PushpinOutlined'
import StarFilled from '@ant-design/icons/StarFilled'
import StarOutlined from '@ant-design/icons/StarOutlined'
import { Button, Popconfirm } from 'antd'
import { chooseDefaultView, type ListView, listViews, pinView, removeView, updateView } from '#kernel/views.ts'
import { call } from '../../api/call.ts'
import { reportError } from '../../api/report-error.ts'
import { refreshAfter } from '../../api/use-query.ts'
import { useShellText } from '../../i18n.ts'
import { IconButton } from '../value/icon-button.tsx'
import { contentOf, movingPlaces } from './saved-views.ts'
import type { ViewsOfList } from './use-arrangement.ts'

interface Props extends ViewsOfList {
  onClose: () => void
  onDialog: (what: ListView | 'new') => void
}

/** The views that one may use, in the menu of a list. */
export default function ViewsList({ list, arrangement, state, places, today, onClose, onDialog }: Props) {
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
