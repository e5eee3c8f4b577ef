import type { RawInputOf } from '#kernel/contract.ts'
import type { listLines } from './lines.ts'

/** What the file for the payer holds of a closed list: who did not fetch their money, and what became of it. */
export const RETURNED_FILE = (listId: string): RawInputOf<typeof listLines.export> => ({
  searchSdi: { listId, status: ['RETURNED', 'CARRIED'] },
  format: 'xlsx',
  columns: ['lineNo', 'beneficiaryCode', 'name', 'birthDate', 'identityNumber', 'month', 'amount', 'status', 'unitName', 'method', 'holdReason', 'address'],
})
