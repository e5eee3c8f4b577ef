import type { FormInstance } from 'antd'
import { type ReactNode, useState } from 'react'
import type { Contract, OutputOf, RawInputOf } from '#kernel/contract.ts'
import type { Stale } from '#kernel/stale.ts'
import { fieldErrors } from '#kernel/validation-texts.ts'
import { type Stale as StaleReads, useContractCommand } from '../../api/use-query.ts'
import { currentLanguage, useShellText } from '../../i18n.ts'
import { notify } from '../../shell/notices/notify.ts'
import { shapeOf } from '../actions/filling.ts'
import { filesById } from './files-sent.ts'
import { refusalsOf, showRefused, staleOf, withoutEmpty } from './refusals.ts'
import { reapply } from './three-way.ts'

type Values = Record<string, unknown>

/** What a form sends, and what follows. */
export interface Sending<C extends Contract> {
  /** The command that the form sends; its schema says what each field may hold. */
  contract: C
  title: string
  onClose: () => void
  /** What the fields start with. */
  initial?: Values
  /** From the fields to what is sent; the fields as they are when left out. Empty fields are left out either way. */
  toInput?: (values: Values, version: number) => Values
  /** Of a form that changes a record: makes a conflict with somebody else's change one that can be solved on the spot. */
  record?: FormRecord
  /** Fields that are sent when they are empty, too. */
  keepEmpty?: readonly string[]
  /** Reads that are out of date once it is done, beside those of the command's own path. */
  invalidates?: StaleReads
  /** Said when it is done. */
  done: string | ((output: OutputOf<C>) => string)
  onDone?: (output: OutputOf<C>, sent: Values) => void
}

/** The record behind a form. */
export interface FormRecord {
  /** Version of the values that the form starts with; what toInput is given, until the person's changes are put on a newer one. */
  version: number
  /** From the `current` of a 409 to the fields of the form: as `initial` was made. */
  valuesOf: (current: Record<string, unknown>) => Values
  /** How a value is shown where its field does not say it; undefined for the usual. */
  show?: (field: string, value: unknown) => ReactNode
}

interface Conflict {
  stale: Stale
  theirs: Values
  mine: Values
}

/** Sends a form once it is right; a refusal stands at its fields, a newer version of the record beside them. */
export function useSending<C extends Contract>(
  form: FormInstance<Values>,
  { contract, title, onClose, initial, toInput, record, keepEmpty = [], invalidates = [], done, onDone }: Sending<C>,
) {
  const t = useShellText()
  const [refusals, setRefusals] = useState<readonly string[]>([])
  const [notice, setNotice] = useState<string | null>(null)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  // What the form stands on: as it was opened, or somebody else's newer version.
  const [base, setBase] = useState<{ values: Values; version: number }>({ values: initial ?? {}, version: record?.version ?? 0 })
  const command = useContractCommand(contract, { invalidates, quiet: true })

  const send = async (values: Values) => {
    setRefusals([])
    setNotice(null)
    const input = withoutEmpty(filesById(shapeOf(contract), toInput ? toInput(values, base.version) : values), keepEmpty)
    const parsed = contract.input.safeParse(input)
    if (!parsed.success) return setRefusals(showRefused(form, fieldErrors(parsed.error, currentLanguage())))
    try {
      const output = await command.mutateAsync(input as RawInputOf<C>)
      notify({ kind: 'success', title, text: typeof done === 'string' ? done : done(output) })
      onDone?.(output, input)
      onClose()
    } catch (error) {
      const stale = record && staleOf(error)
      if (stale) setConflict({ stale, theirs: record.valuesOf(stale.current), mine: form.getFieldsValue(true) as Values })
      else setRefusals(refusalsOf(form, error))
    }
  }
  /** Goes on from somebody else's version: with the person's changes on top of it, or without. */
  const goOn = ({ stale, theirs, mine }: Conflict, withMine: boolean) => {
    form.setFieldsValue(withMine ? reapply(base.values, mine, theirs) : theirs)
    setBase({ values: theirs, version: stale.version })
    setConflict(null)
    setNotice(t(withMine ? 'stale.reapplied' : 'stale.taken'))
  }
  return { send, busy: command.isPending, refusals, error: command.error, notice, conflict, base: base.values, goOn }
}
