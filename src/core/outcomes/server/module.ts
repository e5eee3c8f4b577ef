import type { ApprovalKind } from '#core/approvals/server/public.ts'
import { type KeepContradictions, type PaymentService, servicesByCode } from '#core/payments/server/public.ts'
import { defineModule, defineTask, type Runtime, type ServerModule } from '#platform/server/module.ts'
import { repeat } from '#platform/server/repeat.ts'
import { addEvidence, assignCase, findCase, inquireCase, inquireCases, listCases, proposeVerdict, settleConflict, takeCases } from '../contract/cases.ts'
import { outcomeErrors } from '../contract/errors.ts'
import { en } from '../labels/en.ts'
import { vi } from '../labels/vi.ts'
import { type AgreedOutcome, type AskAgain, agreedOutcome, askAgain } from './agreed.ts'
import { type DecideByStatement, decideByStatement } from './by-statement.ts'
import { caseDetail, caseList, type TransactionAddress } from './cases.ts'
import { askToSettle, assign, bringEvidence, inquireNow, propose } from './commands.ts'
import { conflictKind } from './conflict-kind.ts'
import { keepContradictions } from './contradictions.ts'
import type { Desk } from './evidence.ts'
import { type Inquire, Inquirer } from './inquirer.ts'
import { overdueJobs, overdueSchedules } from './overdue.ts'
import { CASE } from './records.ts'
import { caseReport } from './report.ts'
import { resultImport } from './result-file.ts'
import { verdictKind } from './verdict-kind.ts'

/** How often due inquiries are looked for. */
const INTERVAL_MS = 1_000

interface Options {
  services: readonly PaymentService[]
  /** Where the transactions of the services are shown. */
  address: TransactionAddress
  /** Asks partners; made when the system starts. Without it nobody is asked. */
  inquire?: ((runtime: Runtime) => Inquire) | undefined
}

/** Outcomes that nobody knows: the module, the approval kinds of its verdicts, and what keeps reports that contradict one. */
export interface Outcomes {
  module: ServerModule
  kinds: readonly ApprovalKind[]
  contradicted: KeepContradictions
  byStatement: DecideByStatement
  /** Ends one by what two people have agreed on elsewhere. */
  agreed: AgreedOutcome
  /** Asks the partner about one once more. */
  askAgain: AskAgain
}

export function outcomes({ services, address, inquire }: Options): Outcomes {
  const known = servicesByCode(services)
  const verdicts = verdictKind(known)
  const desk: Desk = { services: known, verdicts }
  const conflicts = conflictKind(known)
  return {
    kinds: [verdicts, conflicts],
    agreed: agreedOutcome(desk),
    askAgain,
    contradicted: (runtime, reports) => keepContradictions(desk, runtime, reports),
    byStatement: decideByStatement(desk),
    module: outcomesModule({ desk, conflicts }, address, inquire),
  }
}

const outcomesModule = ({ desk, conflicts }: { desk: Desk; conflicts: ApprovalKind }, address: TransactionAddress, inquire: Options['inquire']): ServerModule =>
  defineModule({
    name: 'outcomes',
    audit: {
      events: {
        'outcomes.decided': { vi: 'Câu trả lời của đối tác quyết định kết quả', en: 'An answer of the partner decides the outcome' },
        'outcomes.contradicted': { vi: 'Báo cáo mâu thuẫn với kết quả đã quyết định', en: 'A report contradicts a decided outcome' },
      },
      subjects: {
        [CASE]: {
          vi: 'Giao dịch chưa rõ kết quả',
          en: 'Unresolved transaction',
          entity: 'outcomes.case',
          fields: {
            request: { vi: 'Yêu cầu', en: 'Request' },
            assigneeId: { vi: 'Người xử lý', en: 'Assignee' },
            line: { vi: 'Dòng trong file', en: 'Line of the file' },
            proposed: { vi: 'Đã đề nghị kết quả', en: 'Verdict proposed' },
            files: { vi: 'Số file đính kèm', en: 'Attached files' },
          },
        },
        'outcomes.resultImport': { vi: 'Nhập file kết quả của đối tác', en: 'Import of a partner result file', entity: 'outcomes.resultImport' },
      },
    },
    labels: { vi, en },
    errors: outcomeErrors,
    imports: [resultImport(desk)],
    tasks: [
      defineTask('outcomes.mine', { vi: 'Giao dịch chưa rõ kết quả của tôi', en: 'My unresolved transactions' }, listCases, {
        mine: true,
        status: ['OPEN', 'INQUIRING', 'EVIDENCED'],
      }),
      defineTask('outcomes.free', { vi: 'Giao dịch chưa rõ kết quả, chưa ai nhận', en: 'Unresolved transactions nobody has taken' }, listCases, {
        taken: false,
        status: ['OPEN', 'INQUIRING', 'EVIDENCED'],
      }),
      defineTask('outcomes.evidenced', { vi: 'Giao dịch chờ đề nghị kết quả', en: 'Transactions with evidence, without a verdict' }, listCases, {
        status: ['EVIDENCED'],
      }),
      defineTask('outcomes.conflict', { vi: 'Kết quả giao dịch bị mâu thuẫn', en: 'Contradicted outcomes' }, listCases, { conflict: true }),
    ],
    register(on) {
      on.list(listCases, caseList)
      on.report(caseReport)
      on.query(findCase, ({ id }, ctx) => caseDetail(id, ctx, address))
      on.bulk(inquireCases, async (row, _input, ctx) => void (await inquireNow(row, ctx)))
      on.command(inquireCase, (ref, ctx) => inquireNow(ref, ctx))
      on.bulk(takeCases, async (row, _input, ctx) => void (await assign(row, ctx.session.userId, ctx)))
      on.command(assignCase, ({ userId, ...ref }, ctx) => assign(ref, userId, ctx))
      on.command(addEvidence, (input, ctx) => bringEvidence(input, ctx, desk))
      on.command(proposeVerdict, (input, ctx) => propose(input, ctx, desk.verdicts))
      on.command(settleConflict, (input, ctx) => askToSettle(input, ctx, conflicts))
    },
    jobs: () => overdueJobs(desk),
    schedules: overdueSchedules,
    async start(runtime) {
      if (!inquire) return async () => {}
      const inquirer = new Inquirer(runtime, desk, inquire(runtime))
      const stop = repeat(
        INTERVAL_MS,
        () => inquirer.begin(),
        (error) => runtime.log.warn({ error }, 'due inquiries could not be read'),
      )
      return async () => {
        await stop()
        await inquirer.stop()
      }
    },
  })
