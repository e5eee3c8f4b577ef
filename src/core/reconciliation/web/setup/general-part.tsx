import { Input } from 'antd'
import { useLabels, useNames } from '#platform/web/i18n.ts'
import { words } from '../words.ts'
import { Flag, Item, type PartProps, Short } from './inputs.tsx'

const D = 'reconciliation.setups.document'

/** Whose statement it is, when it has to be there and how it comes. */
export function GeneralPart({ document, onChange, wrong, name, onName }: PartProps & { name: string; onName: (name: string) => void }) {
  const labels = useLabels(words)
  const names = useNames(D)
  const label = (field: string) => names.field(D, field)
  const text = (field: 'account' | 'bankAccountCode' | 'dueTime', help?: string) => (
    <Item label={label(field)} error={wrong(field)} help={help}>
      <Short code label={label(field)} value={document[field]} onChange={(value) => onChange({ ...document, [field]: value.trim() })} />
    </Item>
  )
  const nameLabel = names.field('reconciliation.setups.setup', 'name')
  return (
    <div className="rec-form">
      <Item label={nameLabel} error={wrong('name')}>
        <Short label={nameLabel} value={name} onChange={onName} />
      </Item>
      {text('account', labels.text('accountHelp'))}
      {text('dueTime', labels.text('dueHelp'))}
      {text('bankAccountCode', labels.text('bankHelp'))}
      <Item label={labels.text('sourceLabel')}>
        <Flag label={label('connector')} value={document.connector} onChange={(connector) => onChange({ ...document, connector })} />
      </Item>
      <Item label={label('note')} error={wrong('note')}>
        <Input.TextArea
          aria-label={label('note')}
          autoSize={{ minRows: 1, maxRows: 4 }}
          value={document.note ?? ''}
          onChange={({ target }) => onChange({ ...document, note: target.value })}
        />
      </Item>
    </div>
  )
}
