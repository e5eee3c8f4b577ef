import ArrowDownOutlined from '@ant-design/icons/ArrowDownOutlined'
import ArrowUpOutlined from '@ant-design/icons/ArrowUpOutlined'
import ControlOutlined from '@ant-design/icons/ControlOutlined'
import { Button, Checkbox, Popover } from 'antd'
import { useShellText } from '../i18n.ts'
import { type ColumnLayout, moveField, NO_LAYOUT, orderedFields, showField } from './column-settings.ts'
import { type Column, hiddenAtFirst } from './columns.ts'

interface Props<Row> {
  columns: readonly Column<Row>[]
  layout: ColumnLayout
  onChange: (layout: ColumnLayout) => void
}

/** Which columns are shown, and in which order; kept for the next time. */
export function ColumnChooser<Row>({ columns, layout, onChange }: Props<Row>) {
  const t = useShellText()
  const fields = columns.map((column) => column.field)
  const order = orderedFields(fields, layout)
  const hidden = layout.hidden ?? hiddenAtFirst(columns)
  const content = (
    <div className="bt-columns">
      <ul>
        {order.map((field, place) => {
          const name = columns.find((column) => column.field === field)?.label ?? field
          return (
            <li key={field}>
              <Checkbox
                checked={!hidden.includes(field)}
                disabled={!hidden.includes(field) && hidden.length >= fields.length - 1}
                onChange={(event) => onChange(showField(layout, field, event.target.checked, hidden))}
              >
                {name}
              </Checkbox>
              <span>
                <Button
                  type="text"
                  size="small"
                  icon={<ArrowUpOutlined />}
                  disabled={place === 0}
                  aria-label={t('list.moveUp', { name })}
                  onClick={() => onChange(moveField(fields, layout, field, -1))}
                />
                <Button
                  type="text"
                  size="small"
                  icon={<ArrowDownOutlined />}
                  disabled={place === order.length - 1}
                  aria-label={t('list.moveDown', { name })}
                  onClick={() => onChange(moveField(fields, layout, field, 1))}
                />
              </span>
            </li>
          )
        })}
      </ul>
      <Button size="small" onClick={() => onChange(NO_LAYOUT)}>
        {t('list.columnsReset')}
      </Button>
    </div>
  )
  return (
    <Popover content={content} title={t('list.columns')} trigger="click" placement="bottomRight">
      <Button icon={<ControlOutlined />} aria-label={t('list.columns')} title={t('list.columns')} />
    </Popover>
  )
}
