import { Drawer, Modal } from 'antd'
import type { Contract, RawInputOf } from '#kernel/contract.ts'
import { useShellText } from '../../i18n.ts'
import { Waiting } from '../detail/detail-layout.tsx'
import { FormDrawer } from '../form/form-drawer.tsx'
import { FormFieldList } from '../form/form-field-list.tsx'
import { useFormData } from '../form/use-form-data.ts'
import type { CommandSpec, DialogProps } from './action.ts'
import { nameIn, useOpenAction, useSubject } from './action-host.tsx'
import { useActionWords } from './action-words.ts'
import { CommandDialog } from './command-dialog.tsx'
import { fillingOf, IDENTITY, pick, shapeOf } from './filling.ts'

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
  const { spec, title, onClose } = props
  return spec.fields ? (
    <Drawer open size={spec.options.size ?? 480} onClose={onClose} title={title}>
      <Waiting query={query} />
    </Drawer>
  ) : (
    <Modal open title={title} onCancel={onClose} footer={null}>
      <Waiting query={query} />
    </Modal>
  )
}

function Open({ spec, title, record, onClose }: Props & { record: unknown }) {
  const t = useShellText()
  const subject = useSubject()
  const open = useOpenAction()
  const { contract, fields, editing, action, options } = spec
  const { label, text, done, ask, asked, sure } = useActionWords(subject)(subject, action, record, nameIn(subject, record))
  const dual = options.dual?.(record) ?? false
  const { fixed, initial, valuesOf, toInput } = fillingOf(spec, record)
  const submit = dual ? ask : editing || action.key === 'create' ? t('common.save') : label
  const common = {
    contract,
    title,
    submit,
    danger: action.danger,
    done: (output: unknown) => options.done?.(output) ?? (dual ? asked : done),
    invalidates: options.invalidates ?? [],
    onDone: (output: unknown, sent: Values = {}) => options.onDone?.(output, { open, record, sent }),
    onClose,
  }
  if (!fields) return <CommandDialog {...common} input={{ ...fixed, ...options.toInput?.({}, record) }} text={text ?? sure} />
  const { version } = (record ?? {}) as { version?: number }
  return (
    <FormDrawer
      {...common}
      entity={subject.entity}
      {...(editing ? { fixed: IDENTITY } : {})}
      {...(options.size ? { size: options.size } : {})}
      {...(options.keepEmpty ? { keepEmpty: options.keepEmpty } : {})}
      initial={initial}
      {...(editing && version !== undefined ? { record: { version, valuesOf, show: (field, value) => options.show?.(field, value, record) } } : {})}
      toInput={toInput}
    >
      {text && <p>{text}</p>}
      <FormFieldList fields={fields} record={record} />
    </FormDrawer>
  )
}
