import ArrowDownOutlined from '@ant-design/icons/ArrowDownOutlined'
import ArrowUpOutlined from '@ant-design/icons/ArrowUpOutlined'
import ControlOutlined from '@ant-design/icons/ControlOutlined'
import HolderOutlined from '@ant-design/icons/HolderOutlined'
import PushpinFilled from '@ant-design/icons/PushpinFilled'
import PushpinOutlined from '@ant-design/icons/PushpinOutlined'
import { Button, Checkbox, Popover } from 'antd'
import { useState } from 'react'
import type { ColumnLayout } from '#kernel/views.ts'
import { useShellText } from '../../i18n.ts'
import { IconButton } from '../value/icon-button.tsx'
import { NO_LAYOUT, orderedFields, type Pin, placeField, showField } from './column-settings.ts'
import { type Column, fixedTo, hiddenAtFirst } from './columns.ts'

interface Props<Row> {
  columns: readonly Column<Row>[]
  layout: ColumnLayout
  onChange: (layout: ColumnLayout) => void
}

/** What a press on the pin makes of a column. */
const NEXT_PIN = { none: 'start', start: 'end', end: 'none' } as const satisfies Record<Pin, Pin>

/** Which columns are shown, in which order and kept to which edge; kept for the next time, on any machine. */
export function ColumnChooser<Row>(props: Props<Row>) {
  const t = useShellText()
  return (
    <Popover content={<Columns {...props} />} title={t('list.columns')} trigger="click" placement="bottomRight">
      <Button icon={<ControlOutlined />} aria-label={t('list.columns')} title={t('list.columns')} />
    </Popover>
  )
}

function Columns<Row>({ columns, layout, onChange }: Props<Row>) {
  const t = useShellText()
  const [dragged, setDragged] = useState<string | null>(null)
  const fields = columns.map((column) => column.field)
  const order = orderedFields(fields, layout)
  const hidden = layout.hidden ?? hiddenAtFirst(columns)
  const move = (field: string, to: number) => onChange(placeField(fields, layout, field, to))
  const pin = (column: Column<Row>): Pin => fixedTo(column, layout) ?? 'none'
  return (
    <div className="bt-columns">
      <ul>
        {order.map((field, place) => {
          const column = columns.find((one) => one.field === field)
          if (!column) return null
          const name = column.label
          return (
            <li
              key={field}
              draggable
              data-dragged={dragged === field || undefined}
              onDragStart={(event) => {
                event.dataTransfer.effectAllowed = 'move'
                setDragged(field)
              }}
              onDragOver={(event) => {
                event.preventDefault()
                if (dragged !== null && dragged !== field) move(dragged, place)
              }}
              onDrop={(event) => event.preventDefault()}
              onDragEnd={() => setDragged(null)}
            >
              <HolderOutlined />
              <Checkbox
                checked={!hidden.includes(field)}
                disabled={!hidden.includes(field) && hidden.length >= fields.length - 1}
                onChange={(event) => onChange(showField(layout, field, event.target.checked, hidden))}
              >
                {name}
              </Checkbox>
              <span>
                <IconButton
                  className={`bt-pin-${pin(column)}`}
                  icon={pin(column) === 'none' ? <PushpinOutlined /> : <PushpinFilled />}
                  label={t(`list.pin.${pin(column)}`, { name })}
                  onClick={() => onChange({ ...layout, pins: { ...layout.pins, [field]: NEXT_PIN[pin(column)] } })}
                />
                <IconButton icon={<ArrowUpOutlined />} disabled={place === 0} label={t('list.moveUp', { name })} onClick={() => move(field, place - 1)} />
                <IconButton
                  icon={<ArrowDownOutlined />}
                  disabled={place === order.length - 1}
                  label={t('list.moveDown', { name })}
                  onClick={() => move(field, place + 1)}
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
}
