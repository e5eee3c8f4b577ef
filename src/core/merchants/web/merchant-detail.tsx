import { Alert } from 'antd'
import { requestsTopic } from '#core/approvals/contract/request.ts'
import { RequestBanner, RequestHistory } from '#core/approvals/web/public.ts'
import { RecordHistory } from '#core/audit/web/public.ts'
import { merchantMachine, merchantsTopic } from '#core/merchants/contract/machine.ts'
import { Contact, findMerchant, KeptAccount, listMerchants, Point } from '#core/merchants/contract/merchants.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { showTimestamp } from '#kernel/dates.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels, useShellText } from '#platform/web/i18n.ts'
import { DetailLayout, Section } from '#platform/web/kit/detail/detail-layout.tsx'
import { FieldList } from '#platform/web/kit/detail/field-list.tsx'
import { FieldTable } from '#platform/web/kit/detail/field-table.tsx'
import { Neighbours } from '#platform/web/kit/detail/neighbours.tsx'
import { useLiveRead } from '#platform/web/live/live-reads.ts'
import { openAddress } from '#platform/web/shell/routing/navigation.ts'
import { PageLink } from '#platform/web/shell/routing/page-link.tsx'
import { useAsked } from '#platform/web/shell/routing/screen-context.ts'
import { merchantActions, settleActions } from './merchant-actions.tsx'
import { MerchantSelect } from './merchant-select.tsx'
import type { MerchantOptions, MerchantPart } from './options.ts'
import { codesAddress, type MerchantPaths, merchantAddress, paymentsAddress } from './paths.ts'
import { words } from './words.ts'

type Detail = OutputOf<typeof findMerchant>
const SUBJECT = 'merchants.merchant'

interface Props {
  paths: MerchantOptions
  Owed: MerchantPart | undefined
}

function MerchantDetail({ id, paths, Owed }: Props & { id: string }) {
  const query = useContractQuery(findMerchant, { id }, { quiet: true })
  useLiveRead(merchantsTopic, query)
  useLiveRead(requestsTopic, query)
  return (
    <DetailLayout
      query={query}
      offers={{ actions: [...settleActions(paths), ...merchantActions], schema: findMerchant.output, entity: SUBJECT }}
      head={(merchant) => ({
        code: merchant.code,
        status: { machine: merchantMachine.name, value: merchant.status },
        title: merchant.name,
        banner: <Banner merchant={merchant} />,
        actions: <Neighbours list={listMerchants} id={id} path={(other) => merchantAddress(paths, other)} />,
      })}
      aside={() => <RecordHistory subjectType={SUBJECT} subjectId={id} />}
    >
      {(merchant) => <Sections merchant={merchant} paths={paths} Owed={Owed} />}
    </DetailLayout>
  )
}

/** What waits for somebody, and why it stands as it does. */
function Banner({ merchant }: { merchant: Detail }) {
  const labels = useLabels(words)
  const { pendingRequestId, coolingUntil, stepNote, status } = merchant
  return (
    <>
      {pendingRequestId !== null && <RequestBanner requestId={pendingRequestId} />}
      {coolingUntil !== null && (
        <Alert type="warning" showIcon title={labels.text('coolingUntil', { until: showTimestamp(coolingUntil) })} style={{ marginBlockEnd: 8 }} />
      )}
      {stepNote !== '' && status !== 'ACTIVE' && (
        <Alert type="info" showIcon title={labels.text(status === 'DRAFT' ? 'givenBack' : 'stepNote', { note: stepNote })} style={{ marginBlockEnd: 8 }} />
      )}
    </>
  )
}

function Sections({ merchant, paths, Owed }: Props & { merchant: Detail }) {
  const labels = useLabels(words)
  const shown = { entity: SUBJECT, schema: findMerchant.output, value: merchant } as const
  const given = (fields: readonly Extract<keyof Detail, string>[]) => fields.filter((field) => merchant[field] !== null && merchant[field] !== '')
  return (
    <>
      {merchant.payableAccountId !== null && <Money merchant={merchant} paths={paths} />}
      {merchant.payableAccountId !== null && Owed && <Owed id={merchant.id} />}
      <Section title={labels.text('groupIdentity')}>
        <FieldList {...shown} fields={['legalName', 'legalKind', 'taxCode', 'representative']} />
      </Section>
      <Section title={labels.text('groupShop')}>
        <FieldList {...shown} fields={['name', 'businessLineName', 'unitName', 'address', 'areaName', 'phone', ...given(['email'])]} />
      </Section>
      <Section title={labels.text('groupConditions')}>
        <FieldList
          {...shown}
          fields={[
            { field: 'feePlanName', render: () => <Plan merchant={merchant} /> },
            'settlementCycle',
            ...given(['settlementWeekday']),
            'settlementMethod',
            'limitOnce',
            'limitDay',
          ]}
        />
      </Section>
      <Accounts merchant={merchant} />
      {merchant.contacts.length > 0 && (
        <Section title={labels.text('contacts')}>
          <FieldTable
            schema={Contact}
            rows={merchant.contacts}
            rowKey={({ name, phone }) => `${name} ${phone}`}
            entity="merchants.contact"
            fields={['name', 'role', 'phone', 'email']}
          />
        </Section>
      )}
      {merchant.points.length > 0 && (
        <Section title={labels.text('points')}>
          <FieldTable
            schema={Point}
            rows={merchant.points}
            rowKey={({ code }) => code}
            entity="merchants.point"
            fields={['code', 'name', 'address', 'inUse']}
          />
        </Section>
      )}
      <RequestHistory subjectType={SUBJECT} subjectId={merchant.id} />
    </>
  )
}

function Plan({ merchant: { feePlanCode, feePlanName } }: { merchant: Detail }) {
  const labels = useLabels(words)
  return feePlanCode === null ? labels.text('noPlan') : `${feePlanName} (${feePlanCode})`
}

function Money({ merchant, paths }: { merchant: Detail; paths: MerchantPaths }) {
  const labels = useLabels(words)
  const { id, payableAccountId, payableAccountCode, limitDay } = merchant
  return (
    <Section
      title={labels.text('groupMoney')}
      extra={
        <span className="bt-tags" style={{ gap: 16 }}>
          <PageLink to={codesAddress(paths, id)}>{labels.text('showCodes')}</PageLink>
          <PageLink to={paymentsAddress(paths, id)}>{labels.text('showPayments')}</PageLink>
        </span>
      }
    >
      <FieldList
        entity={SUBJECT}
        schema={findMerchant.output}
        value={merchant}
        fields={[
          'owed',
          'paidToday',
          { field: 'payableAccountCode', render: () => <PageLink to={paths.account(payableAccountId ?? '')}>{payableAccountCode}</PageLink> },
          ...(limitDay === null ? [] : (['usedToday', 'leftToday'] as const)),
        ]}
      />
    </Section>
  )
}

/** The account that money goes to, and those before it, each with what it was taken on. */
function Accounts({ merchant }: { merchant: Detail }) {
  const labels = useLabels(words)
  return (
    <Section title={labels.text('groupAccount')}>
      {merchant.accounts.length === 0 ? (
        <FieldList
          entity={SUBJECT}
          schema={findMerchant.output}
          value={merchant}
          fields={[
            'settlementAccount',
            'settlementName',
            { field: 'settlementBankName', render: () => `${merchant.settlementBankName} (${merchant.settlementBankBin})` },
          ]}
        />
      ) : (
        <FieldTable
          schema={KeptAccount}
          rows={merchant.accounts}
          rowKey={({ id }) => id}
          entity="merchants.account"
          fields={[
            'accountNumber',
            'bankName',
            'accountName',
            { field: 'verdict', render: (account) => <Verdict account={account} /> },
            { field: 'calledName', render: (account) => <Call account={account} /> },
            'proposedBy',
            'agreedBy',
            'fromAt',
            'coolingUntil',
            'untilAt',
          ]}
        />
      )}
    </Section>
  )
}

function Verdict({ account: { verdict, answeredName, nameReason } }: { account: Detail['accounts'][number] }) {
  const t = useShellText()
  const labels = useLabels(words)
  if (verdict === null) return <span className="bt-none">{t('common.none')}</span>
  return (
    <>
      {answeredName || labels.enumValue('merchants.checkVerdict', verdict)}
      {nameReason !== '' && <div className="bt-none">{nameReason}</div>}
    </>
  )
}

function Call({ account: { calledName, calledPhone, calledAt, callNote } }: { account: Detail['accounts'][number] }) {
  const t = useShellText()
  if (calledAt === null) return <span className="bt-none">{t('common.none')}</span>
  return (
    <>
      {calledName} · <span className="bt-num">{calledPhone}</span> · <span className="bt-num">{showTimestamp(calledAt)}</span>
      {callNote !== '' && <div className="bt-none">{callNote}</div>}
    </>
  )
}

/** Opened without a merchant: one is chosen. */
function Choose({ paths }: { paths: MerchantPaths }) {
  const labels = useLabels(words)
  return (
    <Section title={labels.text('groupShop')}>
      <div style={{ maxWidth: 420 }}>
        <MerchantSelect aria-label={labels.field('merchant', 'name')} onChange={(id) => typeof id === 'string' && openAddress(merchantAddress(paths, id))} />
      </div>
    </Section>
  )
}

function Screen({ paths, Owed }: Props) {
  const id = useAsked().get('id')
  return id && /^\d+$/.test(id) ? <MerchantDetail key={id} id={id} paths={paths} Owed={Owed} /> : <Choose paths={paths} />
}

export default (paths: MerchantOptions, Owed?: MerchantPart) => () => <Screen paths={paths} Owed={Owed} />
