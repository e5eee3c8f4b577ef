import { Form, Input, InputNumber, Select, Switch } from 'antd'
import type { ReactNode } from 'react'
import type { SetupDocument } from '#core/reconciliation/contract/document.ts'
import { useNames } from '#platform/web/i18n.ts'

/** What is wrong, by the path of the document: 'rules.0.keys'. */
export type Wrong = (path: string) => string | undefined

/** What each part of a configuration is given. */
export interface PartProps {
  document: SetupDocument
  onChange: (document: SetupDocument) => void
  wrong: Wrong
}

interface ItemProps {
  label: string
  error?: string | undefined
  help?: ReactNode
  children: ReactNode
}

/** An input with its label, and what is wrong with it. */
export function Item({ label, error, help, children }: ItemProps) {
  return (
    <Form.Item label={label} {...(error === undefined ? {} : { validateStatus: 'error' as const })} help={error} extra={help}>
      {children}
    </Form.Item>
  )
}

/** Texts of which any counts, typed one after the other. */
export function Texts({ label, value, onChange }: { label: string; value: readonly string[]; onChange: (value: string[]) => void }) {
  return (
    <Select mode="tags" aria-label={label} className="bt-wide" open={false} suffixIcon={null} tokenSeparators={[';']} value={[...value]} onChange={onChange} />
  )
}

interface ChoiceProps {
  /** The enum: 'reconciliation.setups.feeMode'. */
  name: string
  label: string
  values: readonly string[]
  value: string
  onChange: (value: string) => void
}

/** One of the values of an enum. */
export function Choice({ name, label, values, value, onChange }: ChoiceProps) {
  const names = useNames(name)
  return (
    <Select
      aria-label={label}
      className="bt-wide"
      value={value}
      options={values.map((one) => ({ value: one, label: names.enumValue(name, one) }))}
      onChange={onChange}
    />
  )
}

export function Flag({ label, value, onChange }: { label: string; value: boolean; onChange: (value: boolean) => void }) {
  return (
    <span className="rec-flag">
      <Switch size="small" aria-label={label} checked={value} onChange={onChange} /> {label}
    </span>
  )
}

export function Whole({
  label,
  value,
  least,
  most,
  onChange,
}: {
  label: string
  value: number
  least: number
  most: number
  onChange: (value: number) => void
}) {
  return <InputNumber aria-label={label} className="bt-wide" precision={0} min={least} max={most} value={value} onChange={(next) => onChange(next ?? least)} />
}

/** A text of a few characters; nothing is trimmed while it is typed. */
export function Short({ label, value, onChange, code = false }: { label: string; value: string; onChange: (value: string) => void; code?: boolean }) {
  return (
    <Input
      aria-label={label}
      autoComplete="off"
      spellCheck={!code}
      className={code ? 'bt-num' : ''}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
