import { z } from 'zod'
import { type ApprovalKind, ask, decidedBy, defineRecordApproval } from '#core/approvals/server/public.ts'
import type { InputOf } from '#kernel/contract.ts'
import { AppError, errors } from '#kernel/errors.ts'
import type { CommandContext } from '#platform/server/module.ts'
import type { RowOf } from '#platform/server/record/record.ts'
import type { Operation } from '../contract/answer.ts'
import { connectionKind } from '../contract/approval-kinds.ts'
import { CONNECTIONS_SCREEN, ConnectionPicture, connectionMachine, connectionPermissions, type turnOnConnection } from '../contract/connections.ts'
import { partnerErrors } from '../contract/errors.ts'
import { connections } from './connections.ts'

/** A connection goes on when a second person agrees with all that it says. */
export const connectionApproval: ApprovalKind = defineRecordApproval(connections, {
  ...connectionKind,
  subjectPath: () => CONNECTIONS_SCREEN,
  payload: z.strictObject({}),
  picture: ConnectionPicture,
  entity: 'partners.connection',
  permissions: connectionPermissions,
  days: 14,
  noHeadOffice: partnerErrors.noHeadOffice,
  async describe(row, _payload, { tx }) {
    if (row.status !== connectionMachine.initial) throw new AppError(errors.state, {}, { data: { status: row.status } })
    const { code } = await tx.selectFrom('organisation.partner').select('code').where('id', '=', row.partner_id).executeTakeFirstOrThrow()
    return { code, before: {}, after: pictureOf(row), rows: 1 }
  },
  apply: (row, _payload, ctx) => connections.save(ctx.tx, decidedBy(ctx), row, {}, 'turnOn'),
})

export async function turnOn({ id, version, reason }: InputOf<typeof turnOnConnection>, ctx: CommandContext) {
  await connections.forChange(ctx, { id, version })
  const { requestId, subjectVersion } = await ask(ctx, connectionApproval, { subjectId: id, version, payload: {}, reason })
  ctx.subject(connections.subject, id, { after: { request: requestId, requested: { reason } } })
  return { id, version: subjectVersion, requestId }
}

function pictureOf(row: RowOf<'partner.endpoint'>): Record<string, string> {
  const may = (operation: Operation) => (row.operations.includes(operation) ? 'YES' : 'NO')
  return {
    baseUrl: row.base_url,
    clientId: row.client_id,
    keyMark: row.key_mark,
    inquire: may('INQUIRE'),
    accountName: may('ACCOUNT_NAME'),
    refund: may('REFUND'),
    payout: may('PAYOUT'),
    statement: may('STATEMENT'),
    tryTimeoutMs: String(row.try_timeout_ms),
    deadlineMs: String(row.deadline_ms),
    tries: String(row.tries),
    failuresToOpen: String(row.failures_to_open),
    openSeconds: String(row.open_seconds),
    maxAnswerKb: String(row.max_answer_kb),
  }
}
