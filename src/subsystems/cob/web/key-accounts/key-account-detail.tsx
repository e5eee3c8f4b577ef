import { Alert, Flex, Tabs } from 'antd'
import { requestsTopic } from '#core/approvals/contract/request.ts'
import { RequestBanner, RequestHistory } from '#core/approvals/web/public.ts'
import { RecordHistory } from '#core/audit/web/public.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { showTimestamp } from '#kernel/dates.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { DetailLayout, Section } from '#platform/web/kit/detail/detail-layout.tsx'
import { FieldList } from '#platform/web/kit/detail/field-list.tsx'
import { FieldTable } from '#platform/web/kit/detail/field-table.tsx'
import { Neighbours } from '#platform/web/kit/detail/neighbours.tsx'
import { useLiveRead } from '#platform/web/live/live-reads.ts'
import { openAddress } from '#platform/web/shell/routing/navigation.ts'
import { useAsked } from '#platform/web/shell/routing/screen-context.ts'
import { Contract, FeeLine, findKeyAccount, KeptBank, listKeyAccounts } from '../../contract/key-accounts/key-accounts.ts'
import { keyAccountMachine, keyAccountsTopic } from '../../contract/key-accounts/words.ts'
import { keyAccountPath } from '../paths.ts'
import { settleKeyAccount } from '../settlements/settlement-actions.tsx'
import { keyAccountActions } from './key-account-actions.tsx'
import { KeyAccountSelect } from './key-account-select.tsx'
import { DebtTab, ItemsTab, NextTab, PayoutsTab, StatementsTab } from './money-tabs.tsx'
import { words } from './words.ts'

type Detail = OutputOf<typeof findKeyAccount>
const ENTITY = 'cob.key-accounts.keyAccount'
const SUBJECT = 'cob.key_account'

function KeyAccountDetail({ id }: { id: string }) {
  const query = useContractQuery(findKeyAccount, { id }, { quiet: true })
  useLiveRead(keyAccountsTopic, query)
  useLiveRead(requestsTopic, query)
  return (
    <DetailLayout
      query={query}
      offers={{ actions: [settleKeyAccount, ...keyAccountActions], schema: findKeyAccount.output, entity: ENTITY }}
      head={(one) => ({
        code: one.code,
        status: { machine: keyAccountMachine.name, value: one.status },
        title: one.name,
        banner: <Banner one={one} />,
        actions: <Neighbours list={listKeyAccounts} id={id} path={keyAccountPath} />,
      })}
      aside={() => <RecordHistory subjectType={SUBJECT} subjectId={id} />}
    >
      {(one) => <Parts one={one} />}
    </DetailLayout>
  )
}

/** What waits for somebody, and why it stands as it does. */
function Banner({ one: { pendingRequestId, coolingUntil, stepNote, status, overCredit } }: { one: Detail }) {
  const labels = useLabels(words)
  return (
    <>
      {pendingRequestId !== null && <RequestBanner requestId={pendingRequestId} />}
      {coolingUntil !== null && (
        <Alert type="warning" showIcon title={labels.text('coolingUntil', { until: showTimestamp(coolingUntil) })} style={{ marginBlockEnd: 8 }} />
      )}
      {overCredit && <Alert type="warning" showIcon title={labels.text('overCredit')} style={{ marginBlockEnd: 8 }} />}
      {stepNote !== '' && status !== 'ACTIVE' && (
        <Alert type="info" showIcon title={labels.text(status === 'DRAFT' ? 'givenBack' : 'stepNote', { note: stepNote })} style={{ marginBlockEnd: 8 }} />
      )}
    </>
  )
}

function Parts({ one }: { one: Detail }) {
  const labels = useLabels(words)
  return (
    <Tabs
      items={[
        { key: 'facts', label: labels.text('tabFacts'), children: <Facts one={one} /> },
        { key: 'contracts', label: labels.text('tabContracts'), children: <Contracts one={one} /> },
        { key: 'items', label: labels.text('tabItems'), children: <ItemsTab id={one.id} /> },
        { key: 'debt', label: labels.text('tabDebt'), children: <DebtTab id={one.id} /> },
        { key: 'statements', label: labels.text('tabStatements'), children: <StatementsTab id={one.id} /> },
        { key: 'payouts', label: labels.text('tabPayouts'), children: <PayoutsTab id={one.id} /> },
        { key: 'next', label: labels.text('tabNext'), children: <NextTab id={one.id} /> },
      ].map(({ children, ...tab }) => ({
        ...tab,
        children: (
          <Flex vertical gap={12}>
            {children}
          </Flex>
        ),
      }))}
    />
  )
}

function Facts({ one }: { one: Detail }) {
  const labels = useLabels(words)
  const shown = { entity: ENTITY, schema: findKeyAccount.output, value: one } as const
  return (
    <>
      <Section title={labels.text('groupIdentity')}>
        <FieldList {...shown} fields={['legalName', 'shortName', 'taxCode', 'representative', 'address', 'unitName']} />
      </Section>
      <Section title={labels.text('groupContact')}>
        <FieldList {...shown} fields={['contactName', 'phone', 'email']} />
      </Section>
      <Section title={labels.text('groupCredit')}>
        <FieldList {...shown} fields={['owed', 'owes', 'advanceLimit', 'deposit', 'accountCode']} />
      </Section>
      <Section title={labels.text('groupAccount')}>
        {one.banks.length === 0 ? (
          <FieldList {...shown} fields={['accountNumber', 'accountName', 'bankName']} />
        ) : (
          <FieldTable
            schema={KeptBank}
            rows={one.banks}
            rowKey={({ id }) => id}
            entity="cob.key-accounts.bank"
            fields={['accountNumber', 'bankName', 'accountName', 'reason', 'agreedBy', 'fromAt', 'coolingUntil', 'untilAt']}
          />
        )}
      </Section>
      <RequestHistory subjectType={SUBJECT} subjectId={one.id} />
    </>
  )
}

const CYCLE_FACTS = ['weekdays', 'cycleDays', 'monthDay'] as const

/** Contracts, the newest first, each with what it costs. */
function Contracts({ one: { contracts } }: { one: Detail }) {
  const labels = useLabels(words)
  if (contracts.length === 0) return <p className="bt-none">{labels.text('noContracts')}</p>
  return contracts.map((contract) => (
    <Section key={contract.id} title={labels.text('groupContract', { number: contract.number })}>
      <FieldList
        entity="cob.key-accounts.contract"
        schema={Contract}
        value={contract}
        fields={[
          ...(['validFrom', 'validTo', 'cycle'] as const),
          ...CYCLE_FACTS.filter((field) => contract[field] !== null && String(contract[field]) !== '').map((field) =>
            field === 'weekdays'
              ? { field, render: () => contract.weekdays.map((day) => labels.enumValue('cob.key-accounts.weekday', day)).join(', ') }
              : field,
          ),
          ...(['dateBasis', 'netPostage', 'postagePayer', 'taxRate', 'proposedBy', 'agreedBy', 'agreedAt'] as const),
        ]}
      />
      <FieldTable
        schema={FeeLine}
        rows={contract.fees}
        rowKey={({ fromUnitId, toUnitId, amountFrom }) => `${fromUnitId} ${toUnitId} ${amountFrom}`}
        entity="cob.key-accounts.fee"
        fields={[
          { field: 'fromName', render: ({ fromName }) => fromName ?? labels.text('any') },
          { field: 'toName', render: ({ toName }) => toName ?? labels.text('any') },
          ...(['amountFrom', 'amountTo', 'fixed', 'rate', 'minimum', 'maximum'] as const),
        ]}
      />
    </Section>
  ))
}

/** Opened without a key account: one is chosen. */
function Choose() {
  const labels = useLabels(words)
  return (
    <Section title={labels.text('chooseKeyAccount')}>
      <div style={{ maxWidth: 420 }}>
        <KeyAccountSelect aria-label={labels.text('chooseKeyAccount')} onChange={(id) => typeof id === 'string' && openAddress(keyAccountPath(id))} />
      </div>
    </Section>
  )
}

export default () => {
  const id = useAsked().get('id')
  return id && /^\d+$/.test(id) ? <KeyAccountDetail key={id} id={id} /> : <Choose />
}
