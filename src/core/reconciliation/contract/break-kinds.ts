import type { ApprovalKindName } from '#core/approvals/contract/kind.ts'
import type { Text } from '#kernel/language.ts'

interface Named {
  desk: string
  name: Text
}

/** The approval kind of one break's resolution at a desk. */
export const breakKindName = ({ desk, name }: Named): ApprovalKindName => ({
  name: `RECONCILIATION_BREAK_${desk}`,
  title: { vi: `Xử lý chênh lệch: ${name.vi}`, en: `Resolution of a break: ${name.en}` },
})

/** The approval kind of a match of several breaks at a desk. */
export const matchKindName = ({ desk, name }: Named): ApprovalKindName => ({
  name: `RECONCILIATION_MATCH_${desk}`,
  title: { vi: `Khớp các chênh lệch: ${name.vi}`, en: `Match of several breaks: ${name.en}` },
})

/** The approval kind of a filled-in workbook at a desk. */
export const workbookKindName = ({ desk, name }: Named): ApprovalKindName => ({
  name: `RECONCILIATION_WORKBOOK_${desk}`,
  title: { vi: `Bảng xử lý chênh lệch: ${name.vi}`, en: `Workbook of resolutions: ${name.en}` },
})

/** The approval kind of handling requests at a desk. */
export const requestKindName = ({ desk, name }: Named): ApprovalKindName => ({
  name: `RECONCILIATION_REQUEST_${desk}`,
  title: { vi: `Yêu cầu xử lý giao dịch: ${name.vi}`, en: `Handling request: ${name.en}` },
})
