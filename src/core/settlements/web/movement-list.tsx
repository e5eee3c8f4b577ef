import { MerchantSelect } from '#core/merchants/web/public.ts'
import { UnitSelect } from '#core/organisation/web/public.ts'
import { settlementsTopic } from '#core/settlements/contract/machine.ts'
import { listMovements } from '#core/settlements/contract/settlements.ts'
import { listScreen } from '#platform/web/kit/list/list-screen.tsx'
import { PageLink } from '#platform/web/shell/routing/page-link.tsx'
import { type SettlementPaths, settlementAddress, transactionAddress } from './paths.ts'

/** Payments, refunds and whatever else has changed what merchants are owed: of one settlement, or what waits for one. */
export default (paths: SettlementPaths) =>
  listScreen(listMovements, {
    live: settlementsTopic,
    filters: [
      { field: 'merchantId', input: MerchantSelect },
      'settlement',
      'open',
      'part',
      { range: ['from', 'to'], label: 'occurredAt' },
      { field: 'unitId', input: UnitSelect },
    ],
    columns: [
      { field: 'occurredAt', width: 170, fixed: 'start' },
      {
        field: 'transactionCode',
        width: 190,
        render: ({ transactionId, transactionCode }) =>
          transactionId === null ? transactionCode : <PageLink to={transactionAddress(paths, transactionId)}>{transactionCode}</PageLink>,
      },
      {
        field: 'merchantName',
        width: 220,
        render: ({ merchantId, merchantName }) => <PageLink to={paths.merchant(merchantId)}>{merchantName}</PageLink>,
      },
      { field: 'part', width: 140 },
      { field: 'amount', width: 150 },
      { field: 'fee', width: 120 },
      { field: 'tax', width: 120 },
      { field: 'net', width: 150 },
      {
        field: 'settlementCode',
        width: 170,
        render: ({ settlementId, settlementCode }) =>
          settlementId === null ? null : <PageLink to={settlementAddress(paths, settlementId)}>{settlementCode}</PageLink>,
      },
      { field: 'held', width: 200 },
      { field: 'unitName', width: 200 },
      { field: 'businessDate', hidden: true },
      { field: 'merchantCode', hidden: true },
    ],
  })
