import { Select } from 'antd'
import type { ReconciliationContracts } from '#core/reconciliation/contract/contracts.ts'
import {
  AmountForm,
  BalanceIncludes,
  DayPattern,
  isTable,
  MoneyIn,
  StatementField,
  type StatementFormat,
  type TableFormat,
  TextEncoding,
} from '#core/reconciliation/contract/format.ts'
import { useLabels, useNames } from '#platform/web/i18n.ts'
import { words } from '../words.ts'
import { ColumnList } from './column-list.tsx'
import { KINDS, type Kind, ofKind } from './format-values.ts'
import { Choice, Flag, Item, type PartProps, Short, Texts } from './inputs.tsx'
import { Sample } from './sample.tsx'
import { Statuses } from './statuses.tsx'

const F = 'reconciliation.setups.format'
const S = 'reconciliation.setups'

type Props = PartProps & { contracts: ReconciliationContracts }

/** How the partner's file is read: set up on a real file, or setting by setting. */
export function FormatPart({ contracts, ...part }: Props) {
  const labels = useLabels(words)
  const names = useNames(F)
  const { document, onChange, wrong } = part
  const { format } = document
  const set = (next: StatementFormat | undefined) => {
    const { format: _format, ...rest } = document
    onChange(next === undefined ? rest : { ...rest, format: next })
  }
  return (
    <>
      <div className="rec-form">
        <Item label={names.field(F, 'kind')} error={format === undefined ? wrong('format') : undefined}>
          <Select
            aria-label={names.field(F, 'kind')}
            allowClear
            className="bt-wide"
            placeholder={labels.text('formatNone')}
            value={format?.kind}
            options={KINDS.map((kind) => ({ value: kind, label: names.enumValue(`${S}.formatKind`, kind) }))}
            onChange={(kind: Kind | undefined) => set(kind === undefined ? undefined : ofKind(kind, format))}
          />
        </Item>
        {format && <FileSettings format={format} onChange={set} wrong={wrong} />}
      </div>
      <Sample format={format} onChange={set} contracts={contracts} />
      {format && isTable(format) && <TableSettings format={format} onChange={set} wrong={wrong} />}
    </>
  )
}

interface SettingsProps<T> {
  format: T
  onChange: (format: StatementFormat) => void
  wrong: PartProps['wrong']
}

/** What belongs to the file: its sheet, its characters, what stands between its columns. */
function FileSettings({ format, onChange, wrong }: SettingsProps<StatementFormat>) {
  const names = useNames(F)
  const label = (field: string) => names.field(F, field)
  return (
    <>
      {(format.kind === 'XLSX' || format.kind === 'XLS') && (
        <Item label={label('sheet')} error={wrong('format.sheet')}>
          <Short
            label={label('sheet')}
            value={format.sheet ?? ''}
            onChange={(sheet) => {
              const { sheet: _sheet, ...rest } = format
              onChange(sheet === '' ? rest : { ...rest, sheet })
            }}
          />
        </Item>
      )}
      {'encoding' in format && (
        <Item label={label('encoding')}>
          <Choice
            name={`${S}.encoding`}
            label={label('encoding')}
            values={TextEncoding.options}
            value={format.encoding}
            onChange={(encoding) => onChange({ ...format, encoding: encoding as TextEncoding })}
          />
        </Item>
      )}
      {format.kind === 'CSV' && (
        <Item label={label('delimiter')}>
          <Select
            aria-label={label('delimiter')}
            className="bt-wide"
            value={format.delimiter}
            options={([',', ';', '\t', '|'] as const).map((value) => ({ value, label: value === '\t' ? 'Tab' : value }))}
            onChange={(delimiter) => onChange({ ...format, delimiter })}
          />
        </Item>
      )}
      {'currency' in format && (
        <Item label={label('currency')} error={wrong('format.currency')}>
          <Short code label={label('currency')} value={format.currency} onChange={(currency) => onChange({ ...format, currency: currency.toUpperCase() })} />
        </Item>
      )}
    </>
  )
}

/** How cells of a table are read. */
function TableSettings({ format, onChange, wrong }: SettingsProps<TableFormat>) {
  const labels = useLabels(words)
  const names = useNames(F)
  const label = (field: string) => names.field(F, field)
  const set = (part: Partial<TableFormat>) => onChange({ ...format, ...part } as StatementFormat)
  const flag = (field: 'dayAndDocument' | 'debitNegative' | 'feeNegative' | 'newestFirst') => (
    <Flag label={label(field)} value={format[field]} onChange={(value) => set({ [field]: value })} />
  )
  const choice = <K extends 'dayPattern' | 'amounts' | 'moneyIn' | 'balanceIncludes'>(field: K, name: string, values: readonly string[]) => (
    <Item label={label(field)} error={wrong(`format.${field}`)}>
      <Choice
        name={`${S}.${name}`}
        label={label(field)}
        values={values}
        value={format[field]}
        onChange={(value) => set({ [field]: value } as Partial<TableFormat>)}
      />
    </Item>
  )
  const sign = (field: 'decimal' | 'thousands', values: readonly string[]) => (
    <Item label={label(field)} error={wrong(`format.${field}`)}>
      <Select
        aria-label={label(field)}
        className="bt-wide"
        value={format[field]}
        options={values.map((value) => ({ value, label: value === ' ' ? labels.text('signSpace') : value === 'NONE' ? labels.text('signNone') : value }))}
        onChange={(value: string) => set({ [field]: value } as Partial<TableFormat>)}
      />
    </Item>
  )
  return (
    <>
      <div className="rec-form">
        {choice('dayPattern', 'dayPattern', DayPattern.options)}
        {sign('decimal', ['.', ','])}
        {sign('thousands', ['.', ',', ' ', 'NONE'])}
        {choice('amounts', 'amountForm', AmountForm.options)}
        {format.signs && <Signs format={format} onChange={set} />}
        {choice('moneyIn', 'moneyIn', MoneyIn.options)}
        {choice('balanceIncludes', 'balanceIncludes', BalanceIncludes.options)}
        <Item label={label('fillDown')} error={wrong('format.fillDown')}>
          <Select
            mode="multiple"
            aria-label={label('fillDown')}
            className="bt-wide"
            value={format.fillDown}
            options={StatementField.options.map((field) => ({ value: field, label: names.enumValue(`${S}.statementField`, field) }))}
            onChange={(fillDown: StatementField[]) => set({ fillDown })}
          />
        </Item>
        <Item label={labels.text('otherSettings')}>
          <div className="rec-flags">
            {flag('newestFirst')}
            {flag('dayAndDocument')}
            {flag('debitNegative')}
            {flag('feeNegative')}
          </div>
        </Item>
        <Skipped format={format} onChange={set} wrong={wrong} />
        <Ends format={format} onChange={set} wrong={wrong} />
      </div>
      {format.columns.some(({ field }) => field === 'status') && <Statuses format={format} onChange={set} wrong={wrong} />}
      <ColumnList format={format} onChange={set} wrong={wrong} />
    </>
  )
}

type SetPart = (part: Partial<TableFormat>) => void

/** Which words stand for a debit and which for a credit. */
function Signs({ format, onChange }: { format: TableFormat; onChange: SetPart }) {
  const labels = useLabels(words)
  const signs = format.signs ?? { debit: [], credit: [] }
  return (['debit', 'credit'] as const).map((side) => (
    <Item key={side} label={labels.text(side === 'debit' ? 'signDebit' : 'signCredit')}>
      <Texts
        label={labels.text(side === 'debit' ? 'signDebit' : 'signCredit')}
        value={signs[side]}
        onChange={(texts) => onChange({ signs: { ...signs, [side]: texts } })}
      />
    </Item>
  ))
}

/** Rows that are no lines, by how their first filled cell begins. */
function Skipped({ format, onChange, wrong }: { format: TableFormat; onChange: SetPart; wrong: PartProps['wrong'] }) {
  const labels = useLabels(words)
  const names = useNames(F)
  const texts = format.skip.flatMap((rule) => rule.texts)
  const label = names.field(F, 'skip')
  return (
    <Item label={label} error={wrong('format.skip')} help={labels.text('skipHelp')}>
      <Texts label={label} value={texts} onChange={(next) => onChange({ skip: next.length === 0 ? [] : [{ name: labels.text('skipName'), texts: next }] })} />
    </Item>
  )
}

/** Where the table begins and ends, and what stands beside it. */
function Ends({ format, onChange, wrong }: { format: TableFormat; onChange: SetPart; wrong: PartProps['wrong'] }) {
  const labels = useLabels(words)
  const names = useNames(F)
  const { header, trailer, labels: beside } = format
  const found = header === undefined ? '' : 'row' in header ? String(header.row) : header.find.join('; ')
  const setHeader = (text: string) => {
    const parts = text.split(';').flatMap((one) => one.trim() || [])
    if (parts.length === 0) return onChange({ header: undefined } as Partial<TableFormat>)
    onChange({ header: /^\d+$/.test(text.trim()) ? { row: Number(text) } : { find: parts } })
  }
  return (
    <>
      <Item label={names.field(F, 'header')} error={wrong('format.header')} help={labels.text('headerHelp')}>
        <Short label={names.field(F, 'header')} value={found} onChange={setHeader} />
      </Item>
      <Item label={names.field(F, 'trailer')} error={wrong('format.trailer')} help={labels.text('trailerHelp')}>
        <Short
          label={names.field(F, 'trailer')}
          value={trailer?.find ?? ''}
          onChange={(find) => onChange({ trailer: find === '' ? undefined : { ...trailer, find } } as Partial<TableFormat>)}
        />
      </Item>
      {(['account', 'opening', 'closing'] as const).map((key) => (
        <Item key={key} label={labels.text(`beside_${key}`)} error={wrong(`format.labels.${key}`)} help={labels.text('textsHelp')}>
          <Texts
            label={labels.text(`beside_${key}`)}
            value={beside[key] ?? []}
            onChange={(texts) => {
              const { [key]: _before, ...rest } = beside
              onChange({ labels: texts.length === 0 ? rest : { ...rest, [key]: texts } })
            }}
          />
        </Item>
      ))}
    </>
  )
}
