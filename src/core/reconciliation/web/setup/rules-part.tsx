import CopyOutlined from '@ant-design/icons/CopyOutlined'
import DeleteOutlined from '@ant-design/icons/DeleteOutlined'
import DownOutlined from '@ant-design/icons/DownOutlined'
import HolderOutlined from '@ant-design/icons/HolderOutlined'
import UpOutlined from '@ant-design/icons/UpOutlined'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { Cardinality, GroupKey, type MatchRule, RuleKey } from '#core/reconciliation/contract/document.ts'
import { useLabels, useNames } from '#platform/web/i18n.ts'
import { MoneyInput } from '#platform/web/kit/form/money-input.tsx'
import { IconButton } from '#platform/web/kit/value/icon-button.tsx'
import { words } from '../words.ts'
import { Choice, Item, type PartProps, Short, Whole } from './inputs.tsx'
import { moved } from './rules-order.ts'

const R = 'reconciliation.setups.rule'
const NEW: MatchRule = { name: '', keys: ['REFERENCE'], cardinality: 'ONE_ONE', windowDays: 1, toleranceAmount: '0.00', tolerancePercent: '0' }
const MOST = 20

/** Rules in the order in which they are tried: dragged, or moved with their arrows. */
export function RulesPart({ document, onChange, wrong }: PartProps) {
  const labels = useLabels(words)
  const { rules } = document
  const [dragged, setDragged] = useState<number>()
  const set = (next: MatchRule[]) => onChange({ ...document, rules: next })
  const change = (at: number, rule: MatchRule) => set(rules.map((one, index) => (index === at ? rule : one)))
  return (
    <div className="rec-rules">
      <p className="bt-none">{labels.text('rulesHelp')}</p>
      <ol>
        {rules.map((rule, at) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: rules have no name of their own while they are typed
            key={at}
            data-dragged={dragged === at || undefined}
            onDragOver={(event) => dragged !== undefined && event.preventDefault()}
            onDrop={() => {
              if (dragged !== undefined) set(moved(rules, dragged, at))
              setDragged(undefined)
            }}
          >
            <header>
              {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrows beside it do the same with the keys */}
              <span className="rec-handle" draggable title={labels.text('drag')} onDragStart={() => setDragged(at)} onDragEnd={() => setDragged(undefined)}>
                <HolderOutlined />
              </span>
              <strong>{at + 1}</strong>
              <IconButton
                icon={<UpOutlined />}
                label={labels.text('ruleUp', { n: at + 1 })}
                disabled={at === 0}
                onClick={() => set(moved(rules, at, at - 1))}
              />
              <IconButton
                icon={<DownOutlined />}
                label={labels.text('ruleDown', { n: at + 1 })}
                disabled={at === rules.length - 1}
                onClick={() => set(moved(rules, at, at + 1))}
              />
              <span className="bt-grow" />
              <IconButton
                icon={<CopyOutlined />}
                label={labels.text('ruleCopy', { n: at + 1 })}
                onClick={() => set([...rules.slice(0, at + 1), { ...rule }, ...rules.slice(at + 1)])}
              />
              <IconButton
                icon={<DeleteOutlined />}
                label={labels.text('ruleRemove', { n: at + 1 })}
                disabled={rules.length === 1}
                onClick={() => set(rules.filter((_, index) => index !== at))}
              />
            </header>
            <Rule rule={rule} wrong={(field) => wrong(`rules.${at}.${field}`)} onChange={(next) => change(at, next)} />
          </li>
        ))}
      </ol>
      <Button disabled={rules.length >= MOST} onClick={() => set([...rules, NEW])}>
        {labels.text('ruleAdd')}
      </Button>
    </div>
  )
}

interface RuleProps {
  rule: MatchRule
  wrong: (field: string) => string | undefined
  onChange: (rule: MatchRule) => void
}

function Rule({ rule, wrong, onChange }: RuleProps) {
  const names = useNames(R)
  const label = (field: string) => names.field(R, field)
  const set = (part: Partial<MatchRule>) => onChange({ ...rule, ...part })
  const setCardinality = (cardinality: string) => {
    const { group, ...rest } = rule
    onChange({ ...rest, cardinality: cardinality as MatchRule['cardinality'], ...(cardinality === 'ONE_ONE' ? {} : { group: group ?? 'DAY' }) })
  }
  return (
    <div className="rec-form">
      <Item label={label('name')} error={wrong('name')}>
        <Short label={label('name')} value={rule.name} onChange={(name) => set({ name })} />
      </Item>
      <Item label={label('keys')} error={wrong('keys')}>
        <Select
          mode="multiple"
          aria-label={label('keys')}
          className="bt-wide"
          value={rule.keys}
          options={RuleKey.options.map((key) => ({ value: key, label: names.enumValue('reconciliation.setups.ruleKey', key) }))}
          onChange={(keys: MatchRule['keys']) => set({ keys })}
        />
      </Item>
      <Item label={label('cardinality')} error={wrong('cardinality')}>
        <Choice
          name="reconciliation.setups.cardinality"
          label={label('cardinality')}
          values={Cardinality.options}
          value={rule.cardinality}
          onChange={setCardinality}
        />
      </Item>
      {rule.cardinality !== 'ONE_ONE' && (
        <Item label={label('group')} error={wrong('group')}>
          <Choice
            name="reconciliation.setups.groupKey"
            label={label('group')}
            values={GroupKey.options}
            value={rule.group ?? 'DAY'}
            onChange={(group) => set({ group: group as NonNullable<MatchRule['group']> })}
          />
        </Item>
      )}
      <Item label={label('windowDays')} error={wrong('windowDays')}>
        <Whole label={label('windowDays')} value={rule.windowDays} least={0} most={31} onChange={(windowDays) => set({ windowDays })} />
      </Item>
      <Item label={label('toleranceAmount')} error={wrong('toleranceAmount')}>
        <MoneyInput aria-label={label('toleranceAmount')} value={rule.toleranceAmount} onChange={(amount) => set({ toleranceAmount: amount ?? '' })} />
      </Item>
      <Item label={label('tolerancePercent')} error={wrong('tolerancePercent')}>
        <Short
          code
          label={label('tolerancePercent')}
          value={rule.tolerancePercent}
          onChange={(percent) => set({ tolerancePercent: percent.replace(',', '.') })}
        />
      </Item>
    </div>
  )
}
