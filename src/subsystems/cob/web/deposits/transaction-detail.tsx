import PrinterOutlined from '@ant-design/icons/PrinterOutlined'
import { Button, Space } from 'antd'
import { useEffect } from 'react'
import type { z } from 'zod'
import { transactionDetail } from '#core/payments/web/public.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { ActionHost, RecordActions } from '#platform/web/kit/actions/action-host.tsx'
import { act } from '#platform/web/kit/actions/actions.tsx'
import { Section } from '#platform/web/kit/detail/detail-layout.tsx'
import { FieldList } from '#platform/web/kit/detail/field-list.tsx'
import { FieldTable } from '#platform/web/kit/detail/field-table.tsx'
import { runDownload } from '#platform/web/kit/export/downloads.tsx'
import { usePermission } from '#platform/web/session/session-store.ts'
import { PageLink } from '#platform/web/shell/routing/page-link.tsx'
import { useScreen } from '#platform/web/shell/routing/screen-context.ts'
import { endPage } from '#platform/web/shell/tabs/end-page.ts'
import { depositPath } from '../../contract/deposit-paths.ts'
import { getDepositItems, printDeposit, useSurplus } from '../../contract/deposits.ts'
import { findSlip } from '../../contract/tktt.ts'
import { codTransactions, type getCodTransaction } from '../../contract/transactions.ts'
import { paths } from '../paths.ts'
import { DepositLines } from './deposit-lines.tsx'
import { words } from './words.ts'

type Transaction = OutputOf<typeof getCodTransaction>

/** The one place of a deposit: opened under the address of another kind, the page goes to its own. */
function useOwnAddress({ id, status, own: { kind } }: Transaction): void {
  const { tabId, address } = useScreen()
  const own = depositPath({ id, kind, status })
  const elsewhere = address.split('?')[0] !== own
  useEffect(() => {
    if (elsewhere) endPage(tabId, own)
  }, [elsewhere, own, tabId])
}

const Surplus = codTransactions.detail.output.pick({ id: true, code: true, status: true }).extend(codTransactions.service.own.pick({ surplus: true }).shape)

const useOfSurplus = act(useSurplus, {
  key: 'useSurplus',
  ask: ['reason'],
  when: ({ status, surplus }: z.output<typeof Surplus>) => status === 'SUCCEEDED' && surplus !== '0.00',
  invalidates: [codTransactions.detail, codTransactions.list, getDepositItems],
})
const surplusActions = [useOfSurplus]

/** What a deposit is for and what is behind it: the hand-in, or the slip of a bank. */
function Deposit({ transaction }: { transaction: Transaction }) {
  const labels = useLabels(words)
  useOwnAddress(transaction)
  const { id, code, own, status } = transaction
  const { data } = useContractQuery(getDepositItems, { id }, { quiet: true })
  return (
    <>
      <Section
        title={labels.text('groupDeposit')}
        extra={
          <Space>
            <ActionHost entity="cob.deposits.surplus" actions={surplusActions} schema={Surplus} nameOf={() => code}>
              <RecordActions record={{ id, code, status, surplus: own.surplus }} />
            </ActionHost>
            {(status === 'SUCCEEDED' || status === 'CANCEL_PENDING') && (
              <Button icon={<PrinterOutlined />} onClick={() => void runDownload(printDeposit, { id })}>
                {labels.text('print')}
              </Button>
            )}
          </Space>
        }
      >
        <FieldList
          schema={codTransactions.service.own}
          value={own}
          entity="cob.deposits.transaction"
          fields={['kind', 'courierName', 'courierCode', 'itemCount', 'surplus', ...(own.paper === null ? [] : (['paper'] as const))]}
        />
      </Section>
      {data && <Behind facts={data} />}
    </>
  )
}

function Behind({ facts: { lines, handIn, slip } }: { facts: OutputOf<typeof getDepositItems> }) {
  const labels = useLabels(words)
  const seesSlip = usePermission(findSlip.permission)
  return (
    <>
      {lines.length > 0 && (
        <Section title={labels.text('groupItems')}>
          <DepositLines lines={lines} />
        </Section>
      )}
      {handIn && (
        <Section title={labels.text('groupHandIn')}>
          <FieldTable
            entity="cob.deposits.counted"
            schema={getDepositItems.output.shape.handIn.unwrap()}
            rows={[handIn]}
            rowKey={({ code }) => code}
            fields={['code', 'declared', 'counted', 'declaredBy', 'tillCode', 'note']}
          />
        </Section>
      )}
      {slip && (
        <Section title={labels.text('groupSlip')}>
          <FieldTable
            entity="cob.deposits.paidIn"
            schema={getDepositItems.output.shape.slip.unwrap()}
            rows={[slip]}
            rowKey={({ id }) => id}
            fields={[
              {
                field: 'code',
                render: ({ id, code }) => (seesSlip ? <PageLink to={`${paths.tkttSlip}?${new URLSearchParams({ id })}`}>{code}</PageLink> : code),
              },
              'bank',
              'bankReference',
              'paidOn',
              'amount',
              'bankAmount',
            ]}
          />
        </Section>
      )}
    </>
  )
}

export default transactionDetail(codTransactions, { refunds: false, cancellations: true, sections: Deposit, ownFacts: false })
