import { defineModule, defineTask } from '#platform/server/module.ts'
import { listDuties, recordReport } from '../contract/duties.ts'
import { payoutErrors } from '../contract/errors.ts'
import { fundBalances, listReceipts, receiveFunds } from '../contract/funds.ts'
import { beneficiaryHistory, listLines, revealLine } from '../contract/lines.ts'
import {
  acknowledgeWarning,
  cancelPayout,
  checkPayout,
  closePayout,
  createPayout,
  findPayout,
  followUpPayout,
  listPayouts,
  payoutOptions,
  payoutProgress,
  reopenPayout,
  settlePayout,
  submitPayout,
  updatePayout,
} from '../contract/lists.ts'
import { createProgramme, listProgrammes, updateProgramme } from '../contract/programmes.ts'
import { payoutTransfers } from '../contract/transfers.ts'
import { addLine, changeLine, discardVersion, openLines, openVersion, payoutVersions, proposeVersion, removeChange, stopLine } from '../contract/versions.ts'
import { en } from '../labels/en.ts'
import { vi } from '../labels/vi.ts'
import { submit } from './approval.ts'
import { close, followUp, settle } from './closing.ts'
import { acknowledge, cancel, check, create, reopen, update } from './draft.ts'
import { payoutJobs, payoutSchedules } from './due.ts'
import { dutyList, REPORT_SENT, record } from './duties.ts'
import { registerFunds } from './funds.ts'
import { lineImport } from './import.ts'
import { HISTORY, historyKept, lineList, reveal } from './lines.ts'
import { payoutChoices, payoutDetail, payoutList, progress } from './list-query.ts'
import { registerProgrammes } from './programmes.ts'
import { LINE, LIST, PROGRAMME, RECEIPT, VERSION } from './records.ts'
import { payoutReports } from './reports.ts'
import { transfersOf } from './transfers.ts'
import { propose } from './version-approval.ts'
import { add, change, discard, linesToChange, open, remove, stop, versionsOf } from './versions.ts'

/** Payout lists: from the payer's file and money to the last line that was fetched or given back. */
export const payoutsModule = defineModule({
  name: 'payouts',
  labels: { vi, en },
  errors: payoutErrors,
  audit: {
    events: {
      'payouts.closeDue': { vi: 'Đóng danh sách chi trả hết hạn', en: 'A payout list was closed after its last day' },
      [HISTORY]: { vi: 'Xem lịch sử chi trả của người hưởng', en: 'Viewed the payout history of a beneficiary' },
    },
    subjects: {
      [PROGRAMME]: { vi: 'Chương trình chi trả', en: 'Payout programme', entity: 'payouts.programme' },
      [LIST]: { vi: 'Danh sách chi trả', en: 'Payout list', entity: 'payouts.list' },
      [LINE]: { vi: 'Dòng chi trả', en: 'Payout line', entity: 'payouts.line' },
      [RECEIPT]: { vi: 'Tiền đến để chi trả', en: 'Money received for payouts', entity: 'payouts.receipt' },
      'payouts.lineImport': { vi: 'Nhập danh sách chi trả', en: 'Import of a payout list', entity: 'payouts.lineImport' },
      [REPORT_SENT]: { vi: 'Báo cáo gửi đơn vị uỷ quyền', en: 'Report to a payer', entity: 'payouts.duty' },
      [VERSION]: { vi: 'Cập nhật danh sách chi trả', en: 'Update of a payout list', entity: 'payouts.version' },
    },
  },
  // Programmes, their deadlines and the money of payers stand below no unit.
  wholeSystem: [
    listProgrammes,
    listProgrammes.export,
    createProgramme,
    updateProgramme,
    listReceipts,
    listReceipts.export,
    receiveFunds,
    fundBalances,
    listDuties,
    listDuties.export,
    recordReport,
  ].map(({ permission }) => permission),
  tasks: [
    defineTask('payouts.checked', { vi: 'Danh sách chi trả chờ trình duyệt', en: 'Payout lists to submit' }, listPayouts, { status: ['CHECKED'] }),
    defineTask('payouts.reportsDue', { vi: 'Báo cáo chi trả phải gửi đơn vị uỷ quyền', en: 'Payout reports due to payers' }, listDuties, {
      reportState: ['DUE', 'LATE'],
    }),
  ],
  imports: [lineImport],
  jobs: () => payoutJobs,
  schedules: payoutSchedules,
  register(on) {
    registerProgrammes(on)
    registerFunds(on)
    on.list(listPayouts, payoutList)
    on.query(findPayout, payoutDetail)
    on.query(payoutOptions, payoutChoices)
    on.query(payoutProgress, progress)
    on.query(payoutTransfers, transfersOf)
    on.command(createPayout, create)
    on.command(updatePayout, update)
    on.command(acknowledgeWarning, acknowledge)
    on.command(checkPayout, check)
    on.command(reopenPayout, reopen)
    on.command(submitPayout, submit)
    on.command(cancelPayout, cancel)
    on.command(closePayout, close)
    on.command(settlePayout, settle)
    on.command(followUpPayout, followUp)
    for (const report of payoutReports) on.report(report)
    on.list(listDuties, dutyList)
    on.command(recordReport, record)
    on.list(listLines, lineList)
    on.query(beneficiaryHistory, historyKept)
    on.command(revealLine, reveal)
    on.query(payoutVersions, versionsOf)
    on.query(openLines, linesToChange)
    on.command(openVersion, open)
    on.command(addLine, add)
    on.command(changeLine, change)
    on.command(stopLine, stop)
    on.command(removeChange, remove)
    on.command(proposeVersion, propose)
    on.command(discardVersion, discard)
  },
})
