import { sql } from 'kysely'
import { defineNotification, notify } from '#core/notifications/server/public.ts'
import { daysBetween, endOfDay, isoLocal, showDate, startOfDay } from '#kernel/dates.ts'
import { AppError, type ErrorDefinition, errors } from '#kernel/errors.ts'
import type { Queryable } from '#platform/server/database/db.ts'
import { foldedPatterns } from '#platform/server/list/like.ts'
import { inVietnamese } from '#platform/server/list/select.ts'
import type { CommandContext, Registrar, RequestContext } from '#platform/server/module.ts'
import { defineRecord } from '#platform/server/record/record.ts'
import { refusedField, refuseField } from '#platform/server/refusals.ts'
import type { Session } from '#platform/server/session/session.ts'
import {
  createDelegation,
  DELEGATION_DAYS,
  type Delegation,
  type DelegationState,
  delegationMachine,
  listDelegations,
  revokeDelegation,
  searchDelegates,
} from '../contract/delegation.ts'
import { approvalErrors } from '../contract/errors.ts'
import { INBOX_PATH, listRequests } from '../contract/request.ts'
import { deciding } from './authority.ts'
import type { ApprovalKind } from './kind.ts'

/** Whoever gave one takes it back. */
const delegations = defineRecord({
  table: 'approvals.delegation',
  machine: delegationMachine,
  visible: ({ session }) => sql`t.principal_id = ${session.userId}`,
  picture: (row) => ({
    principalId: row.principal_id,
    delegateId: row.delegate_id,
    validFrom: isoLocal(row.valid_from),
    validTo: isoLocal(row.valid_to),
    reason: row.reason,
    status: row.status,
  }),
})

const delegationGiven = defineNotification({
  name: 'DELEGATION_GIVEN',
  text: { vi: '{principal} uỷ quyền cho bạn duyệt thay từ {from} đến hết {to}', en: '{principal} delegated approvals to you from {from} to {to}, inclusive' },
})
const delegationRevoked = defineNotification({
  name: 'DELEGATION_REVOKED',
  text: { vi: '{principal} đã thu hồi uỷ quyền duyệt thay', en: '{principal} revoked your delegation' },
})

export function registerDelegations(on: Registrar, kinds: readonly ApprovalKind[]): void {
  const rights = deciding(kinds)
  const decides = ({ permissions }: Session) => rights.some((right) => permissions.has(right))
  on.command(createDelegation, async (input, ctx) => {
    // Who decides nothing has nothing to delegate, and no reason to ask which accounts exist.
    if (!decides(ctx.session)) throw new AppError(errors.forbidden)
    return create(input, ctx)
  })
  on.query(searchDelegates, async ({ text }, ctx) => (decides(ctx.session) && ctx.session.partnerId === null ? candidates(ctx, text) : []))
  on.command(revokeDelegation, async (ref, ctx) => {
    const seen = await delegations.forChange(ctx, ref)
    await delegations.fire(ctx, seen, 'revoke', { set: { revoked_at: ctx.now } })
    await notify(ctx.tx, {
      userIds: [seen.row.delegate_id],
      kind: delegationRevoked,
      params: { principal: ctx.session.fullName },
      link: INBOX_PATH,
    })
    return delegationOf(ctx, ref.id)
  })
  on.query(listDelegations, async (_input, { runtime, session, now }) => ({
    mayDelegate: decides(session),
    delegations: await delegationsOf(runtime.db, session.userId, now),
  }))
}

/** Of `iam.person`: whether they could decide anything at all. */
const seesInbox = sql<boolean>`exists (select from iam.effective_permission e where e.user_id = iam.person.id and e.uri = ${listRequests.permission})`

/** Active staff of the operator within the scope of the one who asks, who is not among them. */
async function candidates({ runtime, scope, session }: RequestContext, text: string | undefined) {
  let query = runtime.db
    .selectFrom('iam.person')
    .select([sql<string>`account`.as('account'), sql<string>`full_name`.as('name')])
    .where('active', '=', true)
    .where('partner_id', 'is', null)
    .where('id', '<>', session.userId)
    .where(seesInbox)
    .orderBy(inVietnamese('full_name'))
    .orderBy('id')
    .limit(50)
  if (session.scope.kind !== 'ALL') {
    const units = await scope.selectFrom('organisation.unit as g').select('g.id').execute()
    query = query.where(sql<boolean>`unit_id = any (${units.map(({ id }) => id)}::bigint[])`)
  }
  for (const pattern of foldedPatterns(text ?? ''))
    query = query.where((eb) => eb.or([eb(sql<string>`platform.fold(full_name)`, 'like', pattern), eb(sql<string>`lower(account)`, 'like', pattern)]))
  return query.execute()
}

async function create({ account, from, to, reason }: { account: string; from: string; to: string; reason: string }, ctx: CommandContext): Promise<Delegation> {
  const { tx, session, language } = ctx
  const days = daysBetween(from, to) + 1
  if (days < 1) refuseField('to', 'dateOrder', language)
  if (days > DELEGATION_DAYS) refuseField('to', 'dateSpan', language, { maximum: DELEGATION_DAYS })
  const delegate = await tx
    .selectFrom('iam.person')
    .select(['id', 'partner_id as partnerId', seesInbox.as('seesInbox')])
    .where(sql<string>`lower(account)`, '=', account.toLowerCase())
    .where('active', '=', true)
    .executeTakeFirst()
  const refuse = (error: ErrorDefinition) => refusedField('account', error, language, { account })
  if (!delegate?.id) throw refuse(approvalErrors.delegateUnknown)
  if (delegate.id === session.userId) throw refuse(approvalErrors.delegateSelf)
  if (delegate.partnerId !== null) throw refuse(approvalErrors.delegatePartner)
  if (!delegate.seesInbox) throw refuse(approvalErrors.delegateBlind)
  const { id } = await delegations.insert(ctx, {
    principal_id: session.userId,
    delegate_id: delegate.id,
    valid_from: startOfDay(from),
    valid_to: endOfDay(to),
    reason,
  })
  const params = { principal: session.fullName, from: showDate(from), to: showDate(to) }
  await notify(tx, { userIds: [delegate.id], kind: delegationGiven, params, link: INBOX_PATH })
  return delegationOf(ctx, id)
}

async function delegationOf({ tx, session, now }: CommandContext, id: string): Promise<Delegation> {
  return (await delegationsOf(tx, session.userId, now)).find((one) => one.id === id) as Delegation
}

function stateOf({ valid_from, valid_to, revoked_at }: { valid_from: Date; valid_to: Date; revoked_at: Date | null }, now: Date): DelegationState {
  if (revoked_at) return 'REVOKED'
  if (valid_from > now) return 'COMING'
  return valid_to > now ? 'ACTIVE' : 'OVER'
}

async function delegationsOf(db: Queryable, userId: string, now: Date): Promise<Delegation[]> {
  const rows = await db
    .selectFrom('approvals.delegation as d')
    .innerJoin('iam.person as p', 'p.id', 'd.principal_id')
    .innerJoin('iam.person as s', 's.id', 'd.delegate_id')
    .select(['d.id', 'd.version', 'd.valid_from', 'd.valid_to', 'd.reason', 'd.status', 'd.revoked_at'])
    .select(['p.account as principalAccount', 'p.full_name as principalName', 's.account as delegateAccount', 's.full_name as delegateName'])
    .where((eb) => eb.or([eb('d.principal_id', '=', userId), eb('d.delegate_id', '=', userId)]))
    .orderBy('d.id', 'desc')
    .limit(100)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    version: row.version,
    principal: { account: row.principalAccount ?? '', name: row.principalName ?? '' },
    delegate: { account: row.delegateAccount ?? '', name: row.delegateName ?? '' },
    validFrom: isoLocal(row.valid_from),
    validTo: isoLocal(row.valid_to),
    reason: row.reason,
    status: row.status as Delegation['status'],
    state: stateOf(row, now),
  }))
}
