import { Drawer } from 'antd'
import { z } from 'zod'
import type { Contract, RawInputOf } from '#kernel/contract.ts'
import { useShellText } from '../../i18n.ts'
import { Waiting } from '../detail/detail-layout.tsx'
import { FormDrawer } from '../form/form-drawer.tsx'
import { FormFieldList } from '../form/form-field-list.tsx'
import { useFormData } from '../form/use-form-data.ts'
import { element } from '../list/filters.ts'
import type { CommandSpec, DialogProps } from './action.ts'
import { useOpenAction, useSubject } from './action-host.tsx'
import { useActionWords } from './action-words.ts'
import { CommandDialog } from './command-dialog.tsx'
import { type Shape, stateSent } from './state.ts'

type Values = Record<string, unknown>
type Props = DialogProps<unknown> & { spec: CommandSpec }

/** The form or the question of a command, for a new record or for the row that it was pressed at. */
export default function ActionDialog(props: Props) {
  const { read } = props.spec
  return read ? <Read {...props} read={read} /> : <Open {...props} record={props.row} />
}

function Read({ read, ...props }: Props & { read: Contract }) {
  const query = useFormData(read, pick(props.row, shapeOf(read)) as RawInputOf<Contract>)
  if (query.data !== undefined) return <Open {...props} record={query.data} />
  return (
    <Drawer open size={props.spec.options.size ?? 480} onClose={props.onClose} title={props.title}>
      <Waiting query={query} />
    </Drawer>
  )
}

function Open({ spec, title, record, onClose }: Props & { record: unknown }) {
  const t = useShellText()
  const subject = useSubject()
  const open = useOpenAction()
  const { contract, fields, editing, action, options } = spec
  const { label, text, done, ask, asked, sure } = useActionWords(subject)(subject, action, record)
  const dual = options.dual?.(record) ?? false
  const shape = shapeOf(contract)
  const fixed = { ...pick(record, shape, IDENTITY), ...stateSent(shape, action.fires) }
  const submit = dual ? ask : editing || action.key === 'create' ? t('common.save') : label
  const common = {
    contract,
    title,
    submit,
    danger: action.danger,
    done: dual ? asked : done,
    invalidates: options.invalidates ?? [],
    onDone: (output: unknown, sent: Values = {}) => options.onDone?.(output, { open, record, sent }),
    onClose,
  }
  if (!fields) return <CommandDialog {...common} input={{ ...fixed, ...options.toInput?.({}, record) }} text={text ?? sure} />
  const valuesOf = (from: unknown): Values => options.values?.(from) ?? (editing ? pick(from, shape) : {})
  const { version } = (record ?? {}) as { version?: number }
  return (
    <FormDrawer
      {...common}
      entity={subject.entity}
      {...(editing ? { fixed: IDENTITY } : {})}
      {...(options.size ? { size: options.size } : {})}
      {...(options.keepEmpty ? { keepEmpty: options.keepEmpty } : {})}
      initial={valuesOf(record)}
      {...(editing && version !== undefined ? { record: { version, valuesOf } } : {})}
      toInput={(values, seen) => ({ ...fixed, ...values, ...options.toInput?.(values, record), ...(editing && 'version' in fixed ? { version: seen } : {}) })}
    >
      {text && <p>{text}</p>}
      <FormFieldList fields={fields} record={record} />
    </FormDrawer>
  )
}

/** What says which record a command is about, and which version of it was seen. */
const IDENTITY = ['id', 'code', 'version']

function shapeOf(contract: Contract): Shape {
  return (contract.input as { shape?: Shape }).shape ?? {}
}

/** What the record holds of the fields of an input. */
function pick(record: unknown, shape: Shape, only = Object.keys(shape)): Values {
  const held = (record ?? {}) as Values
  return Object.fromEntries(only.filter((field) => field in shape && field in held).map((field) => [field, heldOf(held[field], shape[field] as z.ZodType)]))
}

/** Rows hold what the rows of the input hold. */
function heldOf(value: unknown, schema: z.ZodType): unknown {
  const row = element(schema)
  return Array.isArray(value) && row instanceof z.ZodObject ? value.map((one) => pick(one, row.shape)) : (value ?? undefined)
}
