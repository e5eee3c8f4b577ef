import { sql } from 'kysely'
import { daysBetween, endOfDay, isoLocal, startOfDay } from '#kernel/dates.ts'
import { AppError, errors } from '#kernel/errors.ts'
import { fill } from '#kernel/language.ts'
import { ruleText } from '#kernel/validation-texts.ts'
import type { Queryable } from '#platform/server/database/db.ts'
import type { CommandContext, Registrar } from '#platform/server/module.ts'
import { createDelegation, DELEGATION_DAYS, type Delegation, listDelegations, revokeDelegation } from '../contract/delegation.ts'
import { approvalErrors } from '../contract/errors.ts'
import { deciding } from './authority.ts'
import type { ApprovalKind } from './kind.ts'

export function registerDelegations(on: Registrar, kinds: readonly ApprovalKind[]): void {
  const rights = deciding(kinds)
  on.command(createDelegation, async (input, ctx) => {
    // Who decides nothing has nothing to lend, and no business asking which accounts there are.
    if (!rights.some((right) => ctx.session.permissions.has(right))) throw new AppError(errors.forbidden)
    return create(input, ctx)
  })
  on.command(revokeDelegation, async ({ id, version }, ctx) => {
    const { rows } = await sql<{ id: string }>`
      update approvals.delegation set revoked_at = ${ctx.now}, version = version + 1
      where id = ${id} and principal_id = ${ctx.session.userId} and revoked_at is null and version = ${version} returning id
    `.execute(ctx.tx)
    const found = (await delegationsOf(ctx.tx, ctx.session.userId)).find((one) => one.id === id)
    if (!found || found.principal.account !== ctx.session.account) throw new AppError(errors.notFound)
    if (rows.length === 0) throw new AppError(found.revoked ? errors.state : errors.stale, {}, { data: { version: found.version } })
    ctx.subject('approvals.delegation', id, { after: found })
    return found
  })
  on.query(listDelegations, (_input, { runtime, session }) => delegationsOf(runtime.db, session.userId))
}

async function create(
  { account, from, to, reason }: { account: string; from: string; to: string; reason: string },
  { tx, session, language }: CommandContext,
): Promise<Delegation> {
  const wrong = (field: string, code: string, message: string) => new AppError(errors.validation, {}, { fields: [{ field, code, message }] })
  const days = daysBetween(from, to) + 1
  if (days < 1) throw wrong('to', 'dateOrder', ruleText('dateOrder', language))
  if (days > DELEGATION_DAYS) throw wrong('to', 'dateSpan', ruleText('dateSpan', language, { maximum: DELEGATION_DAYS }))
  const delegate = await tx
    .selectFrom('iam.person')
    .select(['id', 'partner_id as partnerId'])
    .where(sql<string>`lower(account)`, '=', account.toLowerCase())
    .where('active', '=', true)
    .executeTakeFirst()
  const refuse = (error: { code: string; vi: string; en: string }) => wrong('account', error.code, fill(error[language], { account }))
  if (!delegate?.id) throw refuse(approvalErrors.delegateUnknown)
  if (delegate.id === session.userId) throw refuse(approvalErrors.delegateSelf)
  if (delegate.partnerId !== null) throw refuse(approvalErrors.delegatePartner)
  const { id } = await tx
    .insertInto('approvals.delegation')
    .values({ principal_id: session.userId, delegate_id: delegate.id, valid_from: startOfDay(from), valid_to: endOfDay(to), reason })
    .returning('id')
    .executeTakeFirstOrThrow()
  return (await delegationsOf(tx, session.userId)).find((one) => one.id === id) as Delegation
}

async function delegationsOf(db: Queryable, userId: string): Promise<Delegation[]> {
  const rows = await db
    .selectFrom('approvals.delegation as d')
    .innerJoin('iam.person as p', 'p.id', 'd.principal_id')
    .innerJoin('iam.person as s', 's.id', 'd.delegate_id')
    .select(['d.id', 'd.version', 'd.valid_from', 'd.valid_to', 'd.reason', 'd.revoked_at'])
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
    revoked: row.revoked_at !== null,
  }))
}
