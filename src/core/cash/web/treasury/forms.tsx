import { Form, Select } from 'antd'
import { TREASURY_FILES, TREASURY_FILES_BYTES, TREASURY_FILES_TYPES } from '#core/cash/contract/treasury/files.ts'
import { settlementsFor } from '#core/cash/contract/treasury/transaction.ts'
import type { findTreasury } from '#core/cash/contract/treasury/transactions.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { parseMoney } from '#kernel/money.ts'
import { useLabels, useShellText } from '#platform/web/i18n.ts'
import { EnumSelect } from '#platform/web/kit/form/enum-select.tsx'
import { Field, Pair } from '#platform/web/kit/form/field.tsx'
import { FileInput } from '#platform/web/kit/form/file-input.tsx'
import { PiecesGrid } from './pieces-grid.tsx'
import { BankSelect, CourierSelect, VaultUnitSelect } from './selects.tsx'
import { words } from './words.ts'

type Detail = OutputOf<typeof findTreasury>

/** The pieces of the form beside its amount. */
function PlannedPieces() {
  const amount = Form.useWatch<string | undefined>('amount')
  return (
    <Field name="pieces">
      <PiecesGrid amount={amount} />
    </Field>
  )
}

const BANK = ['BANK_DEPOSIT', 'BANK_WITHDRAWAL']

/** The ends of a new transaction: two units, or a unit and a bank. */
function Ends() {
  const t = useShellText()
  const labels = useLabels(words)
  const kind = Form.useWatch<string | undefined>('kind')
  const choose = t('common.choose')
  const bank = kind !== undefined && BANK.includes(kind)
  return (
    <Pair>
      <Field name="fromUnitId" label={bank ? labels.field('suggestion', 'unitId') : labels.field('transaction', 'fromUnitId')} chosen>
        <VaultUnitSelect placeholder={choose} />
      </Field>
      {bank ? (
        <Field name="bankId" needed chosen>
          <BankSelect placeholder={choose} />
        </Field>
      ) : (
        <Field name="toUnitId" needed chosen>
          <VaultUnitSelect placeholder={choose} />
        </Field>
      )}
    </Pair>
  )
}

/** What a draft says; its ends are given once. */
export function DraftFields({ record }: { record: unknown }) {
  const t = useShellText()
  return (
    <>
      {record === undefined && (
        <>
          <Field name="kind" />
          <Ends />
        </>
      )}
      <Pair>
        <Field name="amount" />
        <Field name="plannedOn" />
      </Pair>
      <Field name="courierId">
        <CourierSelect placeholder={t('common.choose')} />
      </Field>
      <Field name="purpose" />
      <PlannedPieces />
      <Field name="attachments">
        <FileInput kind={TREASURY_FILES} types={TREASURY_FILES_TYPES} maxBytes={TREASURY_FILES_BYTES} />
      </Field>
    </>
  )
}

export function DispatchFields({ record }: { record: Detail }) {
  const t = useShellText()
  return (
    <>
      <Pair>
        <Field name="courierId" needed chosen>
          <CourierSelect placeholder={t('common.choose')} />
        </Field>
        <Field name="sealNumber" />
      </Pair>
      <Pair>
        <Field name="vehicle" />
        {record.kind === 'BANK_WITHDRAWAL' ? <Field name="bankReference" needed /> : null}
      </Pair>
      <Field name="pieces">
        <PiecesGrid amount={record.amount ?? undefined} />
      </Field>
      <Field name="note" />
    </>
  )
}

/** Blind: nothing here knows what was sent. */
export function ReceiptFields() {
  return (
    <>
      <Field name="pieces">
        <PiecesGrid />
      </Field>
      <Field name="sealIntact" />
      <Field name="note" />
    </>
  )
}

export function ReturnFields() {
  return (
    <>
      <Field name="pieces">
        <PiecesGrid />
      </Field>
      <Field name="reason" />
    </>
  )
}

export function SettlementFields({ record }: { record: Detail }) {
  const t = useShellText()
  const settlement = Form.useWatch<string | undefined>('settlement')
  return (
    <>
      <Field name="settlement">
        <EnumSelect name="cash.treasury.settlement" values={settlementsFor(parseMoney(record.difference ?? '0'))} needed />
      </Field>
      {settlement === 'RECOVER' && (
        <Field name="staffId" needed chosen>
          <Select placeholder={t('common.choose')} options={record.answerable.map(({ id, name }) => ({ value: id, label: name }))} />
        </Field>
      )}
      <Field name="reason" />
    </>
  )
}
