import { FeeMode } from '#core/reconciliation/contract/document.ts'
import { useLabels, useNames } from '#platform/web/i18n.ts'
import { MoneyInput } from '#platform/web/kit/form/money-input.tsx'
import { words } from '../words.ts'
import { Choice, Item, type PartProps, Short, Texts, Whole } from './inputs.tsx'

const D = 'reconciliation.setups.document'

/** The fee of the other side, how long lines wait, and how much one person may let go. */
export function LimitsPart({ document, onChange, wrong }: PartProps) {
  const labels = useLabels(words)
  const names = useNames(D)
  const label = (field: string) => names.field(D, field)
  const { fee } = document
  const setFee = (part: Partial<typeof fee>) => onChange({ ...document, fee: { ...fee, ...part } })
  const money = (field: 'writeOffLimit' | 'highFrom', help?: string) => (
    <Item label={label(field)} error={wrong(field)} help={help}>
      <MoneyInput aria-label={label(field)} value={document[field]} onChange={(value) => onChange({ ...document, [field]: value ?? '' })} />
    </Item>
  )
  const days = (field: 'expectedDays' | 'carryDays', least: number, most: number) => (
    <Item label={label(field)} error={wrong(field)}>
      <Whole label={label(field)} value={document[field]} least={least} most={most} onChange={(value) => onChange({ ...document, [field]: value })} />
    </Item>
  )
  return (
    <div className="rec-form">
      <Item label={label('feeMode')} error={wrong('fee.mode')}>
        <Choice
          name="reconciliation.setups.feeMode"
          label={label('feeMode')}
          values={FeeMode.options}
          value={fee.mode}
          onChange={(mode) => setFee({ mode: mode as typeof fee.mode })}
        />
      </Item>
      <Item label={label('feePercent')} error={wrong('fee.percent')}>
        <Short code label={label('feePercent')} value={fee.percent} onChange={(percent) => setFee({ percent: percent.replace(',', '.') })} />
      </Item>
      <Item label={label('feeFixed')} error={wrong('fee.fixed')}>
        <MoneyInput aria-label={label('feeFixed')} value={fee.fixed} onChange={(fixed) => setFee({ fixed: fixed ?? '' })} />
      </Item>
      {fee.mode === 'SEPARATE' && (
        <Item label={label('feeTexts')} error={wrong('fee.texts')} help={labels.text('textsHelp')}>
          <Texts label={label('feeTexts')} value={fee.texts} onChange={(texts) => setFee({ texts })} />
        </Item>
      )}
      {days('expectedDays', 0, 10)}
      {days('carryDays', 1, 60)}
      {money('writeOffLimit', labels.text('writeOffHelp'))}
      {money('highFrom')}
    </div>
  )
}
