import { useState } from 'react'
import { RequestBanner, RequestHistory } from '#core/approvals/web/public.ts'
import { RecordHistory } from '#core/audit/web/public.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { addDays } from '#kernel/dates.ts'
import { fill } from '#kernel/language.ts'
import { today } from '#platform/web/api/server-time.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { DetailLayout, Section } from '#platform/web/kit/detail/detail-layout.tsx'
import { FieldList } from '#platform/web/kit/detail/field-list.tsx'
import { Neighbours } from '#platform/web/kit/detail/neighbours.tsx'
import { useScreen } from '#platform/web/shell/routing/screen-context.ts'
import { accountMachine } from '../contract/account.ts'
import { getAccount, getMovements, getStatement, listAccounts } from '../contract/accounts.ts'
import { accountActions } from './actions.ts'
import { BalanceAt } from './balance-at.tsx'
import { moveToLine } from './move-account.tsx'
import { Movements } from './movements.tsx'
import type { LedgerPaths } from './paths.ts'
import { type Period, Statement } from './statement.tsx'
import { useFreshBalances } from './use-fresh.ts'
import { words } from './words.ts'
import './ledger.css'

const DAYS = 7

function AccountDetail({ paths }: { paths: LedgerPaths }) {
  const { id = '' } = useScreen().params
  const query = useContractQuery(getAccount, { id }, { quiet: true })
  useFreshBalances(getAccount, getStatement, getMovements)
  return (
    <DetailLayout
      query={query}
      head={({ code, name, status, balance, currency, pendingRequestId }) => ({
        code,
        status: { machine: accountMachine.name, value: status },
        ...(balance === null ? {} : { amount: { value: balance, currency } }),
        title: name,
        banner: pendingRequestId !== null && <RequestBanner requestId={pendingRequestId} />,
        actions: <Neighbours list={listAccounts} id={id} path={(other) => fill(paths.account, { id: other })} />,
      })}
      offers={{ actions: [...accountActions, moveToLine], schema: getAccount.output, entity: 'ledger.account' }}
    >
      {(account) => <Facts account={account} />}
    </DetailLayout>
  )
}

/** The statement needs the whole width, so that the history stands below it. */
function Facts({ account }: { account: OutputOf<typeof getAccount> }) {
  const labels = useLabels(words)
  const [period, setPeriod] = useState<Period>(() => ({ from: addDays(today(), 1 - DAYS), to: today() }))
  return (
    <>
      <Section title={labels.text('groupAccount')}>
        <FieldList
          entity="ledger.account"
          schema={getAccount.output}
          value={account}
          fields={[
            { field: 'chartNumber', label: 'chart', render: ({ chartNumber, chartName }) => `${chartNumber} · ${chartName}` },
            'class',
            'normalSide',
            'ownerType',
            'ownerName',
            'unitName',
            'minBalance',
            'maxBalance',
            'lastMovementAt',
            'entries',
            'kept',
            'createdAt',
          ]}
        />
      </Section>
      <Statement key={account.id} account={account} period={period} onPeriod={setPeriod} />
      <BalanceAt account={account} />
      <Movements account={account} period={period} />
      <RequestHistory subjectType="ledger.account" subjectId={account.id} />
      <RecordHistory subjectType="ledger.account" subjectId={account.id} />
    </>
  )
}

export default (paths: LedgerPaths) => () => <AccountDetail paths={paths} />
