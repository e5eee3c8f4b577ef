import MoreOutlined from '@ant-design/icons/MoreOutlined'
import { Button, Dropdown } from 'antd'
import { createContext, Fragment, type ReactNode, useContext, useMemo, useRef, useState } from 'react'
import type { z } from 'zod'
import { useShellText } from '../../i18n.ts'
import { may, useSession } from '../../session/session-store.ts'
import type { Action, BulkAction, OpenAction } from './action.ts'
import { type Subject, useActionWords } from './action-words.ts'
import { useFocusBack } from './focus-back.ts'
import { isWhole, mayFire, offered } from './state.ts'

type AnyAction = Action<unknown>

interface Hosted extends Subject {
  actions: readonly AnyAction[]
  /** Fields of the rows: they hold the states. */
  shape: Readonly<Record<string, z.ZodType>>
  nameOf: (row: unknown) => string
}

const HostContext = createContext<Hosted>({ entity: '', actions: [], shape: {}, nameOf: () => '' })
const OpenContext = createContext<OpenAction>(() => undefined)

/** Opens an action of the screen from wherever inside it: `open(view, row)`. */
export const useOpenAction = (): OpenAction => useContext(OpenContext)
/** The records of the screen: where their words stand, and what each is called. */
export const useSubject = (): Hosted => useContext(HostContext)

interface Opened {
  action: AnyAction
  row: unknown
  /** Which opening it is: each starts afresh. */
  time: number
}

interface Props<Row> extends Subject {
  /** Those of a list or a detail; a panel names its own at its buttons. */
  actions?: readonly Action<Row>[]
  /** What says how the fields of a row are shown: its contract. */
  schema: z.ZodObject
  /** What a row is called in headings and questions; asked of whole rows only. */
  nameOf: (row: Row) => string
  children: ReactNode
}

const NONE: readonly AnyAction[] = []
let openings = 0

/** Offers actions to what stands inside it, and draws the one that is open. */
export function ActionHost<Row>({ entity, actions = NONE, schema, nameOf, children }: Props<Row>) {
  const words = useActionWords({ entity })
  const [now, setNow] = useState<Opened | null>(null)
  const hosted = useMemo(() => ({ entity, actions, shape: schema.shape, nameOf }) as unknown as Hosted, [entity, actions, schema, nameOf])
  const focusBack = useFocusBack(now === null)
  const open = useMemo(
    () =>
      ((action: AnyAction, row: unknown) => {
        if (action.go) return action.go(row)
        focusBack()
        setNow({ action, row, time: ++openings })
      }) as OpenAction,
    [focusBack],
  )
  return (
    <HostContext value={hosted}>
      <OpenContext value={open}>
        {children}
        {now && (
          <Fragment key={now.time}>
            {now.action.dialog?.({
              row: now.row,
              title: words(hosted, now.action, now.row, nameIn(hosted, now.row)).title,
              // What closes may have opened another one before.
              onClose: () => setNow((later) => (later === now ? null : later)),
            })}
          </Fragment>
        )}
      </OpenContext>
    </HostContext>
  )
}

/** What a row is called; nothing for one of which only some fields are known. */
export const nameIn = ({ shape, nameOf }: Hosted, row: unknown) => (row !== undefined && isWhole(shape, row) ? nameOf(row) : '')

/** The actions that the person may do: of the page, or with a row in the state that it has. */
function useAllowed(place: Action<never>['place'], row?: unknown, own?: readonly Action<never>[]): AnyAction[] {
  const { actions: hosted, shape } = useContext(HostContext)
  const user = useSession((state) => state.user)
  return offered((own ?? hosted) as readonly AnyAction[], place, user, shape, row)
}

/** The bulk actions that the person may do, with whether a row is one for them. */
export function useBulk<Row>(actions: readonly BulkAction<Row>[], schema: z.ZodObject): BulkAction<Row>[] {
  const user = useSession((state) => state.user)
  return actions
    .filter(({ permission }) => may(user, permission))
    .map((action) => ({ ...action, when: (row: Row) => mayFire(action.fires, schema.shape as never, row) && action.when(row) }))
}

/** Whether the person may do what the page is opened for: its button is the one that stands out. */
export const useHasPrimary = (): boolean => useAllowed('page').some(({ primary }) => primary)

/** The buttons of a page; the one that makes something new is its primary one. */
export function PageActions() {
  const subject = useContext(HostContext)
  const open = useOpenAction()
  const words = useActionWords(subject)
  return useAllowed('page').map((action) => (
    <Button key={action.key} type={action.primary ? 'primary' : 'default'} icon={action.icon} onClick={() => open(action, undefined)}>
      {words(subject, action).label}
    </Button>
  ))
}

/** What makes a first one, where there is none. */
export function CreateAction() {
  const subject = useContext(HostContext)
  const open = useOpenAction()
  const words = useActionWords(subject)
  const create = useAllowed('page').find(({ primary }) => primary)
  if (!create) return null
  return (
    <Button icon={create.icon} onClick={() => open(create, undefined)}>
      {words(subject, create).label}
    </Button>
  )
}

/** Characters of a word that fits the narrow last column. */
const FITS = 10

/** The actions of a row: one stands as a button, several or a long one in a menu, none is nothing. */
export function RowActions({ row }: { row: unknown }) {
  const subject = useContext(HostContext)
  const open = useOpenAction()
  const words = useActionWords(subject)
  const allowed = useAllowed('row', row)
  const [only] = allowed
  if (!only) return null
  const { label } = words(subject, only)
  if (allowed.length === 1 && label.length <= FITS) {
    return (
      <Button type="link" size="small" danger={only.danger} onClick={() => open(only, row)}>
        {label}
      </Button>
    )
  }
  return <MoreActions actions={allowed} row={row} small />
}

/** Several actions of a row behind one button. */
function MoreActions({ actions, row, small = false }: { actions: readonly AnyAction[]; row: unknown; small?: boolean }) {
  const t = useShellText()
  const subject = useContext(HostContext)
  const open = useOpenAction()
  const words = useActionWords(subject)
  const more = useRef<HTMLButtonElement>(null)
  const items = actions.map((action) => ({ key: action.key, label: words(subject, action).label, danger: action.danger }))
  const choose = (key: string) => {
    const chosen = actions.find((action) => action.key === key)
    // The menu is gone when the action closes.
    more.current?.focus()
    if (chosen) open(chosen, row)
  }
  // By Escape: the focus was in the menu, which is gone.
  const back = (open: boolean) => !open && document.activeElement?.closest('.ant-dropdown') && more.current?.focus()
  return (
    <Dropdown menu={{ items, onClick: ({ key }) => choose(key) }} trigger={['click']} placement="bottomRight" autoFocus onOpenChange={back}>
      <Button ref={more} {...(small ? { type: 'text', size: 'small' } : {})} icon={<MoreOutlined />} aria-label={t('common.more')} title={t('common.more')} />
    </Dropdown>
  )
}

/** Buttons that a record may have on its page; of more the first stand, the others are in a menu beside them. */
const MOST = 4
const FIRST = 3

/** The actions of a record on its own page, those of the host unless others are given; what moves it on to its next state is the primary one. */
export function RecordActions<Row>({ record, actions }: { record: Row; actions?: readonly Action<Row>[] }) {
  const subject = useContext(HostContext)
  const open = useOpenAction()
  const words = useActionWords(subject)
  const allowed = useAllowed('row', record, actions)
  const shown = allowed.slice(0, allowed.length > MOST ? FIRST : MOST)
  const others = allowed.slice(shown.length)
  return (
    <>
      {shown.map((action, at) => (
        <Button
          key={action.key}
          type={at === 0 && action.fires && !action.danger ? 'primary' : 'default'}
          danger={action.danger}
          onClick={() => open(action, record)}
        >
          {words(subject, action).label}
        </Button>
      ))}
      {others.length > 0 && <MoreActions actions={others} row={record} />}
    </>
  )
}

/** What stands in a cell and opens an action of its row: the record beside the list. */
export function ActionLink<Row>({ action, row, children }: { action: Action<Row>; row: Row; children: ReactNode }) {
  const open = useOpenAction()
  return (
    <Button type="link" size="small" className="bt-action-link" onClick={() => open(action, row)}>
      <span>{children}</span>
    </Button>
  )
}

/**
 * One action as a button in a panel that is neither list nor detail, inside an `ActionHost` of its own. That of a row is named by what it
 * opens ('Remove rule A'); one with an icon is that icon alone.
 */
export function ActionButton<Row>({ action, row }: { action: Action<Row>; row?: Row }) {
  const subject = useContext(HostContext)
  const open = useOpenAction()
  const words = useActionWords(subject)
  const [allowed] = useAllowed(action.place, row, [action])
  if (!allowed) return null
  const { label, title } = words(subject, allowed, row, nameIn(subject, row))
  const bare = action.place === 'row' && action.icon !== undefined
  return (
    <Button
      size={action.place === 'row' ? 'small' : 'middle'}
      type={action.primary ? 'primary' : bare ? 'text' : 'default'}
      danger={action.danger}
      icon={action.icon}
      {...(row === undefined ? {} : { 'aria-label': title })}
      {...(bare ? { title: label } : {})}
      onClick={() => open(allowed, row)}
    >
      {bare ? null : label}
    </Button>
  )
}
