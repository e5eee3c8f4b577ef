import { PendingBadge } from '#core/approvals/web/public.ts'
import { UnitSelect } from '#core/organisation/web/public.ts'
import type { OutputOf, RowOf } from '#kernel/contract.ts'
import { fill } from '#kernel/language.ts'
import { parseMoney, showMoney } from '#kernel/money.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels, useLanguage } from '#platform/web/i18n.ts'
import { listScreen } from '#platform/web/kit/list/list-screen.tsx'
import { StatusTag } from '#platform/web/kit/value/status-tag.tsx'
import { accountMachine } from '../contract/account.ts'
import { getBalanceSheet, listAccounts } from '../contract/accounts.ts'
import { accountActions } from './actions.ts'
import { openAccount } from './open-account.tsx'
import type { LedgerPaths } from './paths.ts'
import { useFreshBalances } from './use-fresh.ts'
import { words } from './words.ts'
import './ledger.css'

type Sheet = NonNullable<OutputOf<typeof getBalanceSheet>>

/** The balance check of the whole system, for whoever sees all of it. */
function BalanceSheet() {
  const { data } = useContractQuery(getBalanceSheet, {}, { quiet: true, keepPrevious: true })
  useFreshBalances(listAccounts, getBalanceSheet)
  return data ? <SheetLine sheet={data} /> : null
}

function SheetLine({ sheet }: { sheet: Sheet }) {
  const labels = useLabels(words)
  const language = useLanguage()
  const show = (field: keyof Sheet) => showMoney(sheet[field], language, 0).replace('-', '\u2212')
  const agrees = parseMoney(sheet.difference) === 0n
  const figures = { asset: show('asset'), liability: show('liability'), income: show('income'), expense: show('expense'), difference: show('difference') }
  return (
    <p className={`ledger-sheet bt-tone-${agrees ? 'success' : 'failure'}`} role={agrees ? 'status' : 'alert'}>
      <strong>{labels.text(agrees ? 'balanceSheet' : 'balanceSheetOff', figures)}</strong>
      {parseMoney(sheet.offBalance) !== 0n && <span>{labels.text('offBalance', { amount: show('offBalance') })}</span>}
    </p>
  )
}

function Status({ status, pendingRequestId }: Pick<RowOf<typeof listAccounts>, 'status' | 'pendingRequestId'>) {
  const tag = <StatusTag machine={accountMachine.name} value={status} />
  return pendingRequestId ? <PendingBadge requestId={pendingRequestId}>{tag}</PendingBadge> : tag
}

/** Business accounts with their balances; `paths` say where their pages stand. */
export default function accountScreen(paths: LedgerPaths) {
  const List = listScreen(listAccounts, {
    filters: ['text', 'chart', 'class', 'ownerType', { field: 'unitId', input: UnitSelect }, 'status'],
    columns: [
      { field: 'code', fixed: 'start' },
      { field: 'name', width: 280 },
      { field: 'chartNumber', width: 100 },
      'class',
      { field: 'balance', width: 180 },
      { field: 'status', render: (row) => <Status {...row} /> },
      'unitName',
      'ownerType',
      'ownerName',
      'lastMovementAt',
      'minBalance',
      'maxBalance',
      'normalSide',
      { field: 'chartName', hidden: true },
      { field: 'currency', hidden: true },
    ],
    detailPath: ({ id }) => fill(paths.account, { id }),
    nameOf: ({ code }) => code,
    actions: [openAccount, ...accountActions],
  })
  return () => (
    <>
      <BalanceSheet />
      <List />
    </>
  )
}
