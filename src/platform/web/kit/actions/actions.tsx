import PlusOutlined from '@ant-design/icons/PlusOutlined'
import type { ReactNode } from 'react'
import type { BulkContract, BulkOutput, Contract, RawInputOf } from '#kernel/contract.ts'
import { call } from '../../api/call.ts'
import { refreshAfter, type Stale } from '../../api/use-query.ts'
import { lazyPart } from '../../shell/routing/lazy-part.tsx'
import { openAddress } from '../../shell/routing/navigation.ts'
import type { Action, BulkAction, CommandOptions, CommandSpec, DialogProps, FieldOf, FormFields, RecordOf, Shown } from './action.ts'
import { type Shape, stateField, stateSent } from './state.ts'

const ActionDialog = lazyPart<DialogProps<unknown> & { spec: CommandSpec }>(() => import('./action-dialog.tsx'))

interface Parts {
  key: string
  place?: 'page'
  icon?: ReactNode
  fields?: unknown
  read?: Contract | undefined
  editing?: boolean
}

function command<C extends Contract, Row, Rec>(contract: C, parts: Parts, options: CommandOptions<C, Row, Rec>): Action<Row> {
  const { event, danger = false, when = () => true } = options
  const { fires } = contract
  // Without it the server would be asked for whichever event, and refuse it for what is missing.
  if (event && fires && fires.events.length > 1 && !stateField((contract.input as { shape?: Shape }).shape ?? {}, fires.machine))
    throw new Error(`the input of ${contract.path} does not name the state of ${fires.machine.name}`)
  const action: Action<Row> = {
    key: options.key ?? event ?? parts.key,
    place: options.place ?? parts.place ?? 'row',
    permission: contract.permission,
    danger,
    primary: parts.place === 'page',
    icon: options.icon ?? parts.icon,
    fires: fires && event ? { ...fires, events: [event] } : fires,
    when,
    dialog: (props) => <ActionDialog {...props} spec={spec} />,
    go: undefined,
  }
  // What a form does with its record is typed where it is declared.
  const spec = { contract, fields: parts.fields, read: parts.read, editing: parts.editing ?? false, action, options } as unknown as CommandSpec
  return action
}

/** A form for a new record, behind the primary button of the page. */
export function create<C extends Contract>(
  contract: C,
  fields: FormFields<undefined, FieldOf<C>>,
  options: CommandOptions<C, unknown, undefined> = {},
): Action<unknown> {
  return command(contract, { key: 'create', place: 'page', icon: <PlusOutlined />, fields }, options)
}

/** A form that starts with the row, or with the record that `read` brings; the version sent is that of what was seen. */
export function edit<C extends Contract, Row, Read extends Contract | undefined = undefined>(
  contract: C,
  fields: FormFields<RecordOf<Read, NoInfer<Row>>, FieldOf<C>>,
  options: CommandOptions<C, Row, RecordOf<Read, NoInfer<Row>>> & { read?: Read } = {},
): Action<Row> {
  return command(contract, { key: 'edit', fields, read: options.read, editing: true }, options)
}

/** A command on a row: a question before it, or a form where it needs more than the row (`ask`). */
export function act<C extends Contract, Row, Read extends Contract | undefined = undefined>(
  contract: C,
  options: CommandOptions<C, Row, RecordOf<Read, NoInfer<Row>>> & { read?: Read; ask?: FormFields<RecordOf<Read, NoInfer<Row>>, FieldOf<C>> } = {},
): Action<Row> {
  return command(contract, { key: contract.path.split('/').at(-1) ?? '', fields: options.ask, read: options.read }, options)
}

/** As `act`, for what takes a record away. */
export function remove<C extends Contract, Row, Read extends Contract | undefined = undefined>(
  contract: C,
  options: Parameters<typeof act<C, Row, Read>>[1] = {},
): Action<Row> {
  return act(contract, { key: 'remove', danger: true, ...options })
}

/** What may be asked for, whatever kind of contract says so. */
type Asked = Pick<Contract, 'permission' | 'fires'>

/** Opens a drawer or dialog of one's own; permission and states are those of `contract`. */
export function show<Row>(Dialog: (props: DialogProps<Row>) => ReactNode, { contract, ...shown }: Shown<Row> & { contract?: Asked } = {}): Action<Row> {
  return { ...plain(shown, contract), dialog: (props) => <Dialog {...props} />, go: undefined }
}

function plain<Row>({ key = 'view', place = 'row', danger = false, icon, when = () => true }: Shown<Row>, contract: Asked | undefined) {
  const primary = key === 'create'
  return { key, place, danger, primary, icon: icon ?? (primary ? <PlusOutlined /> : undefined), when, permission: contract?.permission, fires: contract?.fires }
}

/** Leads to an address of the row, or of the page. */
export function visit<Row>(path: string | ((row: Row) => string), contract: Asked, shown: Shown<Row> = {}): Action<Row> {
  const place = typeof path === 'string' ? 'page' : 'row'
  const go = (row: Row) => openAddress(typeof path === 'string' ? path : path(row))
  return { ...plain({ place, ...shown }, contract), dialog: undefined, go }
}

interface BulkOptions<C extends BulkContract, Row> extends Partial<Pick<BulkAction<Row>, 'key' | 'danger' | 'when' | 'facts' | 'reason' | 'choose'>> {
  event?: string
  /** What is sent beside the rows, from the reason or what was chosen; the state of the event where it is left out. */
  input?: (reason: string) => Omit<RawInputOf<C>, 'rows'>
  invalidates?: Stale
}

/** A command on the ticked rows (defineBulk). */
export function bulk<C extends BulkContract, Row>(contract: C, options: BulkOptions<C, Row> = {}): BulkAction<Row> {
  const { event, danger = false, when = () => true, facts = [], reason, choose, invalidates = [] } = options
  const fires = contract.fires && event ? { ...contract.fires, events: [event] } : contract.fires
  const input =
    options.input ?? ((text: string) => ({ ...stateSent(contract.input.shape as unknown as Shape, fires), ...(text === '' ? {} : { reason: text }) }))
  return {
    key: options.key ?? event ?? contract.path.split('/').at(-1) ?? '',
    place: 'bulk',
    permission: contract.permission,
    danger,
    fires,
    when,
    reason,
    choose,
    facts,
    run: async (rows, text) => {
      try {
        const named = (rows as readonly { id: string; version: number }[]).map(({ id, version }) => ({ id, version }))
        return (await call(contract, { ...input(text), rows: named } as RawInputOf<C>)) as BulkOutput
      } finally {
        refreshAfter(contract, invalidates)
      }
    },
  }
}
