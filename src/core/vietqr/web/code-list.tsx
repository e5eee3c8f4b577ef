import { MerchantSelect } from '#core/merchants/web/public.ts'
import { UnitSelect } from '#core/organisation/web/public.ts'
import { importCodes } from '#core/vietqr/contract/code-import.ts'
import { listCodes } from '#core/vietqr/contract/codes.ts'
import { codesTopic } from '#core/vietqr/contract/machine.ts'
import { visitImport } from '#platform/web/kit/import/visit-import.tsx'
import { listScreen } from '#platform/web/kit/list/list-screen.tsx'
import { codeActions, codeBulks, newCode } from './code-actions.tsx'
import { PrintMatching, printCode, printMany } from './code-prints.tsx'
import { CodeState } from './code-state.tsx'
import { type CodePaths, codeAddress } from './paths.ts'

/** Codes that are paid by, with what they have brought today. */
export default (paths: CodePaths) =>
  listScreen(listCodes, {
    live: codesTopic,
    filters: [
      'code',
      'status',
      { field: 'merchantId', input: MerchantSelect },
      'kind',
      'text',
      'account',
      { field: 'unitId', input: UnitSelect },
      'usedToday',
      { range: ['from', 'to'], label: 'createdAt', days: 0 },
    ],
    columns: [
      { field: 'code', fixed: 'start' },
      { field: 'merchantName', width: 190 },
      { field: 'counter', width: 120 },
      { field: 'status', width: 196, render: (row) => <CodeState {...row} /> },
      { field: 'paidToday', width: 136 },
      { field: 'amountToday', width: 140 },
      'lastPaidAt',
      { field: 'kind', width: 104 },
      { field: 'amount', width: 140 },
      { field: 'memo', width: 190 },
      'payments',
      { field: 'accountNumber', width: 160 },
      { field: 'validTo', width: 140 },
      'unitName',
      'createdAt',
      'createdBy',
      { field: 'bankName', hidden: true },
      { field: 'merchantCode', hidden: true },
      { field: 'merchantStatus', hidden: true },
      { field: 'validFrom', hidden: true },
      { field: 'updatedAt', hidden: true },
      { field: 'updatedBy', hidden: true },
    ],
    toolbar: PrintMatching,
    detailPath: ({ id }) => codeAddress(paths, id),
    actions: [newCode(paths), visitImport(paths.import, importCodes.upload), ...codeActions(paths), printCode, ...codeBulks, printMany],
  })
