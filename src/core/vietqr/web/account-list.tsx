import { Form } from 'antd'
import { MerchantSelect } from '#core/merchants/web/public.ts'
import { UnitSelect } from '#core/organisation/web/public.ts'
import { accountOrders, closeAccount, createAccount, findAccount, listAccounts } from '#core/vietqr/contract/accounts.ts'
import { accountMachine, codesTopic } from '#core/vietqr/contract/machine.ts'
import type { OutputOf, RowOf } from '#kernel/contract.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels } from '#platform/web/i18n.ts'
import type { DialogProps } from '#platform/web/kit/actions/action.ts'
import { act, create, show } from '#platform/web/kit/actions/actions.tsx'
import { Section } from '#platform/web/kit/detail/detail-layout.tsx'
import { FieldList } from '#platform/web/kit/detail/field-list.tsx'
import { RecordDrawer } from '#platform/web/kit/detail/record-drawer.tsx'
import { Field, Pair } from '#platform/web/kit/form/field.tsx'
import { listScreen } from '#platform/web/kit/list/list-screen.tsx'
import { StatusTag } from '#platform/web/kit/value/status-tag.tsx'
import { PageLink } from '#platform/web/shell/routing/page-link.tsx'
import { type CodePaths, codeAddress } from './paths.ts'
import { Payments } from './payments.tsx'
import { words } from './words.ts'

type Row = RowOf<typeof listAccounts>
type Account = OutputOf<typeof findAccount>

function NewFields() {
  const kind = Form.useWatch('ownerKind')
  return (
    <>
      <Field name="ownerKind" />
      <Field name="merchantId" chosen>
        <MerchantSelect />
      </Field>
      {kind !== undefined && kind !== 'MERCHANT' && (
        <Pair>
          <Field name="reference" needed />
          <Field name="amount" />
        </Pair>
      )}
    </>
  )
}

/** One account with the payments to it. */
function AccountDrawer({ row: { id }, paths, onClose }: DialogProps<Pick<Row, 'id'>> & { paths: CodePaths }) {
  const query = useContractQuery(findAccount, { id }, { quiet: true })
  return (
    <RecordDrawer query={query} title={({ number }) => number} size={760} onClose={onClose}>
      {(account) => <Facts account={account} paths={paths} />}
    </RecordDrawer>
  )
}

function Facts({ account, paths }: { account: Account; paths: CodePaths }) {
  const labels = useLabels(words)
  const given = (fields: readonly Extract<keyof Account, string>[]) => fields.filter((field) => account[field] !== null && account[field] !== '')
  const { codeId, code } = account
  return (
    <>
      <Section title={labels.text('groupAccount')}>
        <FieldList
          entity="vietqr.account"
          schema={findAccount.output}
          value={account}
          fields={[
            { field: 'status', render: ({ status }) => <StatusTag machine={accountMachine.name} value={status} /> },
            'bankName',
            'ownerKind',
            'ownerRef',
            'merchantName',
            ...(codeId === null ? [] : [{ field: 'code' as const, render: () => <PageLink to={codeAddress(paths, codeId)}>{code}</PageLink> }]),
            ...given(['amount']),
            'singleUse',
            'payments',
            'amountPaid',
            'unitName',
            'openedBy',
            'openedAt',
            ...given(['closedBecause', 'closedBy', 'closedAt', 'stepNote']),
          ]}
        />
      </Section>
      <Payments number={account.number} paths={paths} />
    </>
  )
}

/** Account numbers of the operator's own: for merchants, orders and parcels. */
export default (paths: CodePaths) => {
  const view = show<Pick<Row, 'id'>>((props) => <AccountDrawer {...props} paths={paths} />)
  return listScreen(listAccounts, {
    live: codesTopic,
    filters: [
      'number',
      'ownerKind',
      'status',
      { field: 'merchantId', input: MerchantSelect },
      'text',
      { field: 'unitId', input: UnitSelect },
      { range: ['from', 'to'], label: 'openedAt', days: 0 },
    ],
    columns: [
      { field: 'number', width: 170, fixed: 'start', opens: view },
      { field: 'ownerKind', width: 100 },
      { field: 'ownerRef', width: 145 },
      { field: 'merchantName', width: 210 },
      { field: 'status', width: 110 },
      'amount',
      {
        field: 'code',
        width: 130,
        render: ({ codeId, code }: Row) => (codeId === null ? null : <PageLink to={codeAddress(paths, codeId)}>{code}</PageLink>),
      },
      'payments',
      'amountPaid',
      'lastPaidAt',
      'openedAt',
      'openedBy',
      { field: 'closedBecause', width: 220 },
      'closedAt',
      'closedBy',
      'unitName',
      { field: 'bankName', hidden: true },
      { field: 'merchantCode', hidden: true },
      { field: 'singleUse', hidden: true },
      { field: 'stepNote', hidden: true },
      { field: 'updatedAt', hidden: true },
    ],
    nameOf: ({ number }) => number,
    actions: [
      create(createAccount, NewFields, { key: 'open', values: () => ({ ownerKind: 'ORDER' }), onDone: ({ id }, { open }) => open(view, { id }) }),
      view,
      act(closeAccount, { danger: true, ask: ['reason'], invalidates: [findAccount, accountOrders], when: ({ code }: Row) => code === null }),
    ],
  })
}
