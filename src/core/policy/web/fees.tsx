import type { ReactNode } from 'react'
import { PartnerName, PartnerSelect, UnitName, UnitSelect } from '#core/organisation/web/public.ts'
import { FeeRow } from '#core/policy/contract/fees.ts'
import { useLabels, useShellText } from '#platform/web/i18n.ts'
import { FieldTable } from '#platform/web/kit/detail/field-table.tsx'
import { MoneyInput } from '#platform/web/kit/form/money-input.tsx'
import { RowTable } from '#platform/web/kit/form/row-table.tsx'
import { FieldValue } from '#platform/web/kit/value/field-value.tsx'
import { PercentInput, PercentText, percentProblem } from './percent.tsx'
import { words } from './words.ts'

/** A field of the rows as a person knows it, where its kind does not say it: for the notice of somebody else's change. */
export function feeShown(field: string, value: unknown): ReactNode {
  if (value === undefined || value === null) return undefined
  switch (field) {
    case 'fees.rateBps':
      return <PercentText value={Number(value)} />
    case 'fees.partnerId':
      return <PartnerName id={String(value)} />
    case 'fees.unitId':
      return <UnitName id={String(value)} />
    default:
      return undefined
  }
}

/** What a new row begins with. */
export const NEW_FEE = { amountFrom: '0', rateBps: 0, fixed: '0', minimum: '0' }

/** The fee rows of a policy; a contradiction between two rows is shown at the row. */
export function FeeRows() {
  const t = useShellText()
  const labels = useLabels(words)
  const unlimited = <MoneyInput placeholder={labels.text('unlimited')} />
  return (
    <RowTable
      name="fees"
      title={labels.text('feeRows')}
      entity="policy.fee"
      start={() => NEW_FEE}
      columns={[
        'amountFrom',
        { field: 'amountTo', input: unlimited },
        { field: 'rateBps', input: <PercentInput />, check: percentProblem },
        'fixed',
        'minimum',
        { field: 'maximum', input: unlimited },
        { field: 'partnerId', input: <PartnerSelect placeholder={t('common.all')} /> },
        { field: 'unitId', input: <UnitSelect /> },
      ]}
    />
  )
}

/** The fees of a policy, as they are. */
export function Fees({ fees }: { fees: readonly FeeRow[] }) {
  const labels = useLabels(words)
  const orElse = (field: 'amountTo' | 'maximum' | 'partnerName' | 'unitName', word: 'unlimited' | 'anyone') => ({
    field,
    render: (fee: FeeRow) => (fee[field] === null ? labels.text(word) : <FieldValue schema={FeeRow.shape[field]} value={fee[field]} />),
  })
  return (
    <FieldTable
      entity="policy.fee"
      schema={FeeRow}
      rows={fees}
      rowKey={({ line }) => line}
      fields={[
        'line',
        'amountFrom',
        orElse('amountTo', 'unlimited'),
        { field: 'rateBps', render: ({ rateBps }) => <PercentText value={rateBps} /> },
        'fixed',
        'minimum',
        orElse('maximum', 'unlimited'),
        orElse('partnerName', 'anyone'),
        orElse('unitName', 'anyone'),
      ]}
    />
  )
}
