import DeleteOutlined from '@ant-design/icons/DeleteOutlined'
import { Button, Input, Select } from 'antd'
import { useState } from 'react'
import { LineStatus, type TableFormat } from '#core/reconciliation/contract/format.ts'
import { useLabels, useNames } from '#platform/web/i18n.ts'
import { IconButton } from '#platform/web/kit/value/icon-button.tsx'
import { words } from '../words.ts'
import { Item, type PartProps } from './inputs.tsx'

const S = 'reconciliation.setups'

interface Props {
  format: TableFormat
  onChange: (part: Partial<TableFormat>) => void
  wrong: PartProps['wrong']
}

/** The partner's words for what became of a payment, each with ours. */
export function Statuses({ format, onChange, wrong }: Props) {
  const labels = useLabels(words)
  const names = useNames(S)
  const [fresh, setFresh] = useState('')
  const known = Object.entries(format.statuses)
  const set = (entries: [string, LineStatus][]) => onChange({ statuses: Object.fromEntries(entries) })
  const add = () => {
    if (fresh.trim() === '') return
    set([...known.filter(([word]) => word !== fresh.trim()), [fresh.trim(), 'SUCCEEDED']])
    setFresh('')
  }
  return (
    <Item label={names.field(`${S}.format`, 'statuses')} error={wrong('format.statuses')}>
      <ul className="rec-statuses">
        {known.map(([word, status]) => (
          <li key={word}>
            <span className="bt-num">{word}</span>
            <Select
              size="small"
              aria-label={word}
              value={status}
              options={LineStatus.options.map((one) => ({ value: one, label: names.enumValue(`${S}.lineStatus`, one) }))}
              onChange={(next) => set(known.map(([one, was]) => [one, one === word ? next : was]))}
            />
            <IconButton
              icon={<DeleteOutlined />}
              label={labels.text('itemRemove', { code: word })}
              onClick={() => set(known.filter(([one]) => one !== word))}
            />
          </li>
        ))}
        <li>
          <Input
            size="small"
            aria-label={labels.text('statusWord')}
            placeholder={labels.text('statusWord')}
            value={fresh}
            onChange={({ target }) => setFresh(target.value)}
            onPressEnter={add}
          />
          <Button size="small" disabled={fresh.trim() === ''} onClick={add}>
            {labels.text('statusAdd')}
          </Button>
        </li>
      </ul>
    </Item>
  )
}
