import type { ApprovalKind } from '#core/approvals/server/public.ts'
import { partnerConnector } from '#core/partners/server/public.ts'
import type { PaymentService } from '#core/payments/server/public.ts'
import { defineModule, defineTask, type ServerModule } from '#platform/server/module.ts'
import { repeat } from '#platform/server/repeat.ts'
import { cancelBatch, createBatch, findBatch, listBatches, payingPartners, submitBatch } from '../contract/batches.ts'
import { disbursementErrors } from '../contract/errors.ts'
import { confirmHold, correctHold, findHold, listHolds } from '../contract/holds.ts'
import { findItem, listItems, resendItems } from '../contract/items.ts'
import { listReturns, settleReturn } from '../contract/returns.ts'
import { transferService } from '../contract/service.ts'
import { en } from '../labels/en.ts'
import { vi } from '../labels/vi.ts'
import { batchApproval, submit } from './batch-kind.ts'
import { batchDetail, batchList, cancel, create, partnersToPay } from './batches.ts'
import { endEmptied } from './emptied.ts'
import { confirm, correct, correctionApproval, holdDetail, holdList } from './holds.ts'
import { itemDetail, itemList, resend } from './items.ts'
import { preparingJobs } from './prepare.ts'
import { BATCH, HOLD, ITEM, RETURNED } from './records.ts'
import { returnApproval, returnList, settle } from './return-decisions.ts'
import { Sender, type SendingDesk } from './sender.ts'

/** How often transfers that are due are looked for, and calls whose process has ended. */
const INTERVAL_MS = 1_000
const RECOVER_MS = 30_000

/** Money out by transfer: the module, and the approval kinds of batches and of corrected accounts. */
export interface Disbursements {
  module: ServerModule
  kinds: { batch: ApprovalKind; correction: ApprovalKind; returned: ApprovalKind }
}

export function disbursements(desk: SendingDesk): Disbursements {
  const { sources } = desk
  const correction = correctionApproval(sources)
  const returned = returnApproval(sources, () => desk.services.get(transferService.code) as PaymentService)
  const kinds = { batch: batchApproval, correction, returned }
  return { kinds, module: disbursementModule(desk, kinds) }
}

const disbursementModule = (desk: SendingDesk, { correction, returned }: Disbursements['kinds']): ServerModule =>
  defineModule({
    name: 'disbursement',
    labels: { vi, en },
    errors: disbursementErrors,
    audit: {
      subjects: {
        [BATCH]: { vi: 'Lô chuyển khoản', en: 'Transfer batch', entity: 'disbursement.batch', fields: { request: { vi: 'Yêu cầu', en: 'Request' } } },
        [ITEM]: { vi: 'Lệnh chuyển khoản', en: 'Transfer', entity: 'disbursement.item' },
        [RETURNED]: {
          vi: 'Tiền chuyển khoản bị trả lại',
          en: 'Returned transfer',
          entity: 'disbursement.returned',
          fields: { request: { vi: 'Yêu cầu', en: 'Request' } },
        },
        [HOLD]: { vi: 'Tài khoản nhận bị giữ', en: 'Held account', entity: 'disbursement.hold', fields: { request: { vi: 'Yêu cầu', en: 'Request' } } },
      },
    },
    tasks: [
      defineTask('disbursement.ready', { vi: 'Lô chuyển khoản chờ trình duyệt', en: 'Transfer batches to submit' }, listBatches, { status: ['READY'] }),
      defineTask('disbursement.unsent', { vi: 'Lệnh chuyển khoản chưa gửi được', en: 'Transfers that could not leave' }, listItems, { unsent: true }),
      defineTask('disbursement.held', { vi: 'Tài khoản nhận bị giữ', en: 'Held receiving accounts' }, listHolds, { status: ['HELD'] }),
      defineTask('disbursement.returned', { vi: 'Tiền chuyển khoản bị trả lại chờ xử lý', en: 'Returned transfers to settle' }, listReturns, {
        status: ['WAITING'],
      }),
    ],
    register(on) {
      on.list(listBatches, batchList)
      on.query(findBatch, (input, ctx) => batchDetail(desk.sources, input, ctx))
      on.query(payingPartners, partnersToPay)
      on.command(createBatch, (input, ctx) => create(desk, input, ctx))
      on.command(submitBatch, submit)
      on.command(cancelBatch, cancel)
      on.list(listItems, itemList)
      on.query(findItem, itemDetail)
      on.bulk(resendItems, (row, _input, ctx) => resend(row, ctx))
      on.list(listHolds, holdList)
      on.query(findHold, holdDetail)
      on.command(confirmHold, (input, ctx) => confirm(desk.sources, input, ctx))
      on.list(listReturns, returnList)
      on.command(settleReturn, (input, ctx) => settle(returned, input, ctx))
      on.command(correctHold, (input, ctx) => correct(desk.sources, correction, input, ctx))
    },
    jobs: () => preparingJobs(desk.sources),
    async start(runtime) {
      const sender = new Sender(runtime, desk, partnerConnector(runtime))
      const failed = (what: string) => (error: unknown) => runtime.log.warn({ error }, what)
      const stops = [
        repeat(INTERVAL_MS, () => sender.begin(), failed('due transfers could not be read')),
        repeat(RECOVER_MS, () => sender.recover(), failed('lost transfers could not be found')),
        repeat(RECOVER_MS, () => endEmptied(runtime), failed('batches in which nobody is left could not be found')),
      ]
      return async () => {
        await Promise.all(stops.map((stop) => stop()))
        await sender.stop()
      }
    },
  })
