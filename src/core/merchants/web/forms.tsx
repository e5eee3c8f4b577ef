import { Alert, Form, Input } from 'antd'
import type { ReactNode } from 'react'
import { EVIDENCE_BYTES, EVIDENCE_KIND, EVIDENCE_TYPES } from '#core/approvals/contract/evidence.ts'
import type { findMerchant } from '#core/merchants/contract/merchants.ts'
import { UnitSelect } from '#core/organisation/web/public.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { Field, Pair } from '#platform/web/kit/form/field.tsx'
import { FileInput } from '#platform/web/kit/form/file-input.tsx'
import { RowTable } from '#platform/web/kit/form/row-table.tsx'
import { AccountCheck } from './account-check.tsx'
import { BankChoice, BusinessLineSelect, CommuneChoice, NumberChoice, PlanSelect, ProvinceChoice } from './selects.tsx'
import { words } from './words.ts'
import './merchants.css'

const POINT = { inUse: true }

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="bt-merchant-group">
      <legend>{title}</legend>
      {children}
    </fieldset>
  )
}

const number = <Input autoComplete="off" spellCheck={false} className="bt-num" />

function Weekday() {
  const cycle = Form.useWatch<string | undefined>('settlementCycle')
  return cycle === 'WEEKLY' ? <Field name="settlementWeekday" needed chosen /> : null
}

/** Who it is in law. */
function Identity() {
  return (
    <>
      <Pair>
        <Field name="legalName" />
        <Field name="legalKind" />
      </Pair>
      <Pair>
        <Field name="taxCode" />
        <Field name="representative" />
      </Pair>
    </>
  )
}

/** What it pays, when it is settled, what it may take. */
function Conditions() {
  const labels = useLabels(words)
  return (
    <>
      <Pair>
        <Field name="feePlanId">
          <PlanSelect placeholder={labels.text('noPlan')} />
        </Field>
        <Field name="settlementCycle" />
        <Weekday />
      </Pair>
      <Pair>
        <Field name="limitOnce" />
        <Field name="limitDay" />
      </Pair>
    </>
  )
}

/** What payers read, and whom one calls. */
function Known() {
  const labels = useLabels(words)
  return (
    <>
      <Field name="name" />
      <Pair>
        <Field name="phone" />
        <Field name="email" />
      </Pair>
      <RowTable name="contacts" title={labels.text('contacts')} entity="merchants.contact" columns={['name', 'role', 'phone', 'email']} />
    </>
  )
}

function Facts() {
  const labels = useLabels(words)
  return (
    <>
      <Field name="businessLine" chosen>
        <BusinessLineSelect />
      </Field>
      <Pair>
        <Field name="provinceCode" chosen>
          <ProvinceChoice />
        </Field>
        <Field name="communeCode" chosen>
          <CommuneChoice />
        </Field>
      </Pair>
      <Field name="address" />
      <RowTable name="points" title={labels.text('points')} entity="merchants.point" columns={['code', 'name', 'address', 'inUse']} start={() => POINT} />
    </>
  )
}

function DraftAccount() {
  const [bankBin, accountNumber, accountName] = [
    Form.useWatch<string | undefined>('settlementBankBin'),
    Form.useWatch<string | undefined>('settlementAccount'),
    Form.useWatch<string | undefined>('settlementName'),
  ]
  return (
    <>
      <Pair>
        <Field name="settlementBankBin" chosen>
          <BankChoice />
        </Field>
        <Field name="settlementAccount">{number}</Field>
      </Pair>
      <Field name="settlementName" />
      <AccountCheck {...{ bankBin, accountNumber, accountName }} nameField="settlementName" />
    </>
  )
}

/** A merchant from nothing, or as long as it is a draft. */
export function DraftFields({ record }: { record: unknown }) {
  const labels = useLabels(words)
  return (
    <>
      <Group title={labels.text('groupIdentity')}>
        <Identity />
      </Group>
      <Group title={labels.text('groupShop')}>
        {record === undefined && <Field name="code" />}
        <Field name="unitId" chosen>
          <UnitSelect />
        </Field>
        <Known />
        <Facts />
      </Group>
      <Group title={labels.text('groupConditions')}>
        <Conditions />
      </Group>
      <Group title={labels.text('groupAccount')}>
        <DraftAccount />
      </Group>
    </>
  )
}

export function FactFields() {
  return <Facts />
}

/** Name, contacts and terms of an open merchant: another person agrees. */
export function TermFields() {
  const labels = useLabels(words)
  return (
    <>
      <Alert type="info" showIcon title={labels.text('termsNote')} style={{ marginBlockEnd: 12 }} />
      <Group title={labels.text('groupShop')}>
        <Known />
      </Group>
      <Group title={labels.text('groupIdentity')}>
        <Identity />
      </Group>
      <Group title={labels.text('groupConditions')}>
        <Conditions />
      </Group>
      <Field name="reason" />
    </>
  )
}

interface Account {
  settlementBankBin: string
  settlementAccount: string
  settlementName: string
}

/** What is submitted stands on what the bank says of the account. */
export function SubmitFields({ record }: { record: Account }) {
  const labels = useLabels(words)
  const { settlementBankBin: bankBin, settlementAccount: accountNumber, settlementName: accountName } = record
  return (
    <>
      <p>{labels.text('submitAccount', { number: accountNumber, bank: bankBin, name: accountName })}</p>
      <AccountCheck {...{ bankBin, accountNumber, accountName }} />
      <Field name="nameReason" />
      <Field name="reason" />
    </>
  )
}

/** Where the money goes from now on: the bank's word, a call back to a number on record, and another person who agrees. */
export function AccountFields({ record: { numbers } }: { record: Pick<OutputOf<typeof findMerchant>, 'numbers'> }) {
  const labels = useLabels(words)
  const [bankBin, accountNumber, accountName] = [
    Form.useWatch<string | undefined>('bankBin'),
    Form.useWatch<string | undefined>('accountNumber'),
    Form.useWatch<string | undefined>('accountName'),
  ]
  return (
    <>
      <Alert type="info" showIcon title={labels.text('accountNote')} style={{ marginBlockEnd: 12 }} />
      <Pair>
        <Field name="bankBin" chosen>
          <BankChoice />
        </Field>
        <Field name="accountNumber">{number}</Field>
      </Pair>
      <Field name="accountName" />
      <AccountCheck {...{ bankBin, accountNumber, accountName }} nameField="accountName" />
      <Field name="nameReason" />
      <Group title={labels.text('groupCall')}>
        <Pair>
          <Field name="calledPhone" chosen>
            <NumberChoice numbers={numbers} />
          </Field>
          <Field name="calledName" />
        </Pair>
        <Pair>
          <Field name="calledOn" />
          <Field name="calledTime">
            <Input autoComplete="off" className="bt-num" placeholder="14:05" maxLength={5} />
          </Field>
        </Pair>
        <Field name="callNote" help={labels.text('callNoteHelp')} />
        <Field name="attachments">
          <FileInput kind={EVIDENCE_KIND} types={EVIDENCE_TYPES} maxBytes={EVIDENCE_BYTES} />
        </Field>
      </Group>
      <Field name="reason" />
    </>
  )
}
