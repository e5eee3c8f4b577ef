import type { ReactNode } from 'react'
import type { BulkOutput, Contract, Firing, InputOf, OutputOf } from '#kernel/contract.ts'
import type { Stale } from '../../api/use-query.ts'

type Values = Record<string, unknown>

/** Fields of a form: names of the command's input in order, two in a row as a pair; or a component of `Field`s where that is not enough. */
export type FormFields<Rec = unknown, Name extends string = string> = readonly (Name | readonly Name[])[] | ((props: { record: Rec }) => ReactNode)

/** What the dialog of an action is given. A page's own action has no row. */
export interface DialogProps<Row> {
  row: Row
  /** The action, what it is done to and which one. */
  title: string
  onClose: () => void
}

/** Opens another action in the place of the one that is open. */
export type OpenAction = <Row>(action: Action<Row>, row: Row) => void

/**
 * One thing that may be done on a page or with a row. It stands there only when the person may do it and the row allows it; its words are
 * `actions.<key>`, `texts.<entity><Key>Text` and `…Done` of the module, or the kit's own.
 */
export interface Action<Row> {
  key: string
  /** A button of the page, or one of each row (of a list or of a detail). */
  place: 'page' | 'row'
  permission: string | undefined
  danger: boolean
  /** The one that a page is opened for. */
  primary: boolean
  icon: ReactNode
  /** It is offered in the from-states of these events only. */
  fires: Firing | undefined
  when: (row: Row) => boolean
  /** What it opens, or where it leads. */
  dialog: ((props: DialogProps<Row>) => ReactNode) | undefined
  go: ((row: Row) => void) | undefined
}

/** One thing that may be done with several rows at once; each row is done or refused by itself. */
export interface BulkAction<Row> {
  key: string
  place: 'bulk'
  permission: string
  danger: boolean
  fires: Firing | undefined
  when: (row: Row) => boolean
  /** 'needed': the action waits for one; undefined: there is no field. */
  reason: 'needed' | 'optional' | undefined
  /** Where something has to be chosen for all of them: its input with its label; what is chosen takes the place of the reason. */
  choose: ((props: { value: string; onChange: (value: string) => void; rows: readonly Row[] }) => ReactNode) | undefined
  /** Columns of the list that are shown of a row beside its name; amounts are added up. */
  facts: readonly Extract<keyof Row, string>[]
  run: (rows: readonly Row[], reason: string) => Promise<BulkOutput>
}

export interface Shown<Row> {
  key?: string
  danger?: boolean
  place?: 'page' | 'row'
  icon?: ReactNode
  /** What the row must be like, beside its state. */
  when?: (row: Row) => boolean
}

export interface CommandOptions<C extends Contract, Row, Rec> extends Shown<Row> {
  /** Which event, of a command that fires several: the state it leads to is sent as the status. */
  event?: string
  size?: number
  /** True for a record whose change a second person has to agree to: the words say that it is asked for. */
  dual?: (record: Rec) => boolean
  /** What the fields start with; of `edit` also how a record that somebody else has changed is read. */
  values?: (record: Rec) => Values
  /** How a value is shown to who was slower than somebody else, where its field does not say it; undefined for the usual. */
  show?: (field: string, value: unknown, record: Rec) => ReactNode
  /** From the fields to what is sent, beside the id, code and version of the record. */
  toInput?: (values: Values, record: Rec) => Values
  /** Fields that are sent when they are empty, too. */
  keepEmpty?: readonly string[]
  /** Reads that are out of date afterwards, beside those of the command's own path. */
  invalidates?: Stale
  /** What is said when it is done, where the answer tells that it is another thing than `…Done`. */
  done?: (output: OutputOf<C>) => string | undefined
  /** `sent`: the fields as they were sent. */
  onDone?: (output: OutputOf<C>, done: { open: OpenAction; record: Rec; sent: Values }) => void
}

export type FieldOf<C> = Extract<keyof InputOf<C>, string>
/** What a form is about: the record as it was read, or the row. */
export type RecordOf<Read, Row> = Read extends Contract ? OutputOf<Read> : Row

/** What the dialog of a command is drawn from. */
export interface CommandSpec {
  contract: Contract
  fields: FormFields<unknown> | undefined
  /** Reads the record afresh when the form opens. */
  read: Contract | undefined
  /** The fields start with what the record holds. */
  editing: boolean
  action: Pick<Action<unknown>, 'key' | 'danger' | 'fires'>
  options: CommandOptions<Contract, unknown, unknown>
}
