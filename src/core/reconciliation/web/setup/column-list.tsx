import DeleteOutlined from '@ant-design/icons/DeleteOutlined'
import { Button, Input, InputNumber, Select } from 'antd'
import { type ColumnMapping, StatementField, type TableFormat } from '#core/reconciliation/contract/format.ts'
import { useLabels, useNames } from '#platform/web/i18n.ts'
import { IconButton } from '#platform/web/kit/value/icon-button.tsx'
import { words } from '../words.ts'
import { withColumns } from './format-values.ts'
import type { PartProps } from './inputs.tsx'

const S = 'reconciliation.setups'

interface Props {
  format: TableFormat
  onChange: (part: Partial<TableFormat>) => void
  wrong: PartProps['wrong']
}

/** Fields and where each is read from, one a row: by title, by place, or by characters. */
export function ColumnList({ format, onChange, wrong }: Props) {
  const labels = useLabels(words)
  const names = useNames(S)
  const { columns, kind } = format
  const set = (next: ColumnMapping[]) => onChange(withColumns(format, next))
  const change = (at: number, part: Partial<ColumnMapping>) => set(columns.map((one, index) => (index === at ? { ...one, ...part } : one)))
  const free = StatementField.options.filter((field) => !columns.some((one) => one.field === field))
  const fault = wrong('format.columns')
  const fresh = (field: StatementField): ColumnMapping => ({ field, by: kind === 'FIXED' ? { start: 1, width: 10 } : { name: '' } })
  return (
    <details className="rec-columns" open={kind === 'FIXED' || fault !== undefined}>
      <summary>{labels.text('columnList', { n: columns.length })}</summary>
      {fault && (
        <p className="bt-negative" role="alert">
          {fault}
        </p>
      )}
      <table className="bt-plain-table">
        <thead>
          <tr>
            <th scope="col">{labels.text('columnField')}</th>
            <th scope="col">{labels.text(kind === 'FIXED' ? 'columnChars' : 'columnBy')}</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {columns.map(({ field, by }, at) => (
            <tr key={field}>
              <td>
                <Select
                  size="small"
                  className="bt-wide"
                  aria-label={`${labels.text('columnField')} ${at + 1}`}
                  value={field}
                  options={[field, ...free].map((one) => ({ value: one, label: names.enumValue(`${S}.statementField`, one) }))}
                  onChange={(next: StatementField) => change(at, { field: next })}
                />
              </td>
              <td>
                <By by={by} name={names.enumValue(`${S}.statementField`, field)} onChange={(next) => change(at, { by: next })} />
              </td>
              <td>
                <IconButton
                  icon={<DeleteOutlined />}
                  label={labels.text('itemRemove', { code: names.enumValue(`${S}.statementField`, field) })}
                  onClick={() => set(columns.filter((_, index) => index !== at))}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Button size="small" disabled={free.length === 0} onClick={() => free[0] && set([...columns, fresh(free[0])])}>
        {labels.text('columnAdd')}
      </Button>
    </details>
  )
}

/** Where one column is. */
function By({ by, name, onChange }: { by: ColumnMapping['by']; name: string; onChange: (by: ColumnMapping['by']) => void }) {
  const labels = useLabels(words)
  if ('start' in by)
    return (
      <span className="rec-by">
        <InputNumber
          size="small"
          aria-label={`${name}: ${labels.text('columnStart')}`}
          min={1}
          value={by.start}
          onChange={(start) => onChange({ ...by, start: start ?? 1 })}
        />
        <InputNumber
          size="small"
          aria-label={`${name}: ${labels.text('columnWidth')}`}
          min={1}
          value={by.width}
          onChange={(width) => onChange({ ...by, width: width ?? 1 })}
        />
      </span>
    )
  return (
    <Input
      size="small"
      aria-label={`${name}: ${labels.text('columnBy')}`}
      value={'name' in by ? by.name : `#${by.place}`}
      onChange={({ target: { value } }) => onChange(/^#\d+$/.test(value) ? { place: Number(value.slice(1)) } : { name: value })}
    />
  )
}
