import { importIssuanceLines } from '../../contract/issuances/lots.ts'
import { LINE, LOT } from './records.ts'

/** What the audit log calls collection requests, and what happens to them without a command. */
export const issuanceSubjects = {
  [LOT]: { vi: 'Lô nhờ thu', en: 'Collection lot', entity: 'cob.issuances.lot', fields: { request: { vi: 'Yêu cầu', en: 'Request' } } },
  [LINE]: { vi: 'Khoản nhờ thu', en: 'Collection request', entity: 'cob.issuances.line' },
  [importIssuanceLines.entity]: { vi: 'Nhập nhờ thu từ file', en: 'Import of collection requests', entity: importIssuanceLines.entity },
} as const
export const issuanceEvents = {
  'cob.issuance.expired': { vi: 'Hết hạn thu', en: 'Expired' },
  'cob.issuance.settled': { vi: 'Đã trả khách hàng', en: 'Paid to customer' },
  'cob.issuance.noticed': { vi: 'In giấy báo', en: 'Notice printed' },
} as const
