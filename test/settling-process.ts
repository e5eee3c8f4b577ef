/** A process that settles the sessions of its arguments one after the other, as decisions would: made to be killed. DATABASE_URL says where. */
import type { DecidedContext } from '#core/approvals/server/public.ts'
import { connect } from '#platform/server/database/connect.ts'
import { qrReconciliation } from '#subsystems/qr/contract/reconciliation.ts'
import { qrReconciliationPlug } from '#subsystems/qr/server/reconciliation.ts'
import type { ReconciliationParts } from '../src/core/reconciliation/server/plug.ts'
import { lockSession } from '../src/core/reconciliation/server/sessions/records.ts'
import { settleSession } from '../src/core/reconciliation/server/settlement/settle.ts'

export type SettlingReply = { state: 'WRITTEN' | 'DONE'; id: string }

const unused = () => Promise.reject(new Error('nothing is made of a line here'))
const parts: ReconciliationParts = {
  plugs: [qrReconciliationPlug({ payments: { report: unused, send: unused, outcome: unused }, byStatement: unused })],
  desks: [{ contracts: qrReconciliation }],
  requestDesks: [],
}
const { db } = connect(process.env.DATABASE_URL ?? '', { max: 2 })
const [, , approver = '', ...ids] = process.argv
const told = (reply: SettlingReply) => new Promise<void>((resolve) => process.send?.(reply, () => resolve()))
// Stays after its last session, so that the kill finds it; goes with the process that began it.
process.on('disconnect', () => process.exit())

for (const id of ids) {
  await db.transaction().execute(async (tx) => {
    const by = { session: { userId: approver, account: 'kiemsoat' }, language: 'vi', traceId: 'test', ip: '' } as unknown as DecidedContext['approver']
    const context: DecidedContext = { tx, now: new Date(), actor: 'user:kiemsoat', approver: by, principalId: null }
    await settleSession(parts, context, await lockSession(tx, id), `test-${id}`)
    await told({ state: 'WRITTEN', id })
  })
  await told({ state: 'DONE', id })
}
