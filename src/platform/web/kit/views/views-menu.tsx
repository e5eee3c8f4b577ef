import EyeOutlined from '@ant-design/icons/EyeOutlined'
import { Button, Popover } from 'antd'
import { useState } from 'react'
import type { ListView } from '#kernel/views.ts'
import { useShellText } from '../../i18n.ts'
import { lazyPart } from '../../shell/routing/lazy-part.tsx'
import { contentOf, movingPlaces } from './saved-views.ts'
import type { ViewsOfList } from './use-arrangement.ts'
import './views.css'

/** Fetched when the menu is first opened, and when a view is saved or renamed. */
const Views = lazyPart(() => import('./views-list.tsx'))
const ViewDialog = lazyPart(() => import('./view-dialog.tsx'))

/** The saved views of a list: use, save, rename, share, remove, and the one it opens with. */
export function ViewsMenu(props: ViewsOfList) {
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
        <Button icon={<EyeOutlined />} className="bt-views-button" aria-haspopup="dialog" aria-expanded={open}>
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
