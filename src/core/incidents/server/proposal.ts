import { sql } from 'kysely'
import { type ApprovalContext, type ApprovalKind, ask, decidedBy, defineApprovalKind } from '#core/approvals/server/public.ts'
import { journalsOf } from '#core/ledger/server/public.ts'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { AppError, errors } from '#kernel/errors.ts'
import { formatMoney, moneyText, parseMoney, showMoney } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import type { CommandContext, RequestContext } from '#platform/server/module.ts'
import { unitsOf } from '#platform/server/record/units.ts'
import { refusedField } from '#platform/server/refusals.ts'
import { incidentErrors } from '../contract/errors.ts'
import { NO_MONEY } from '../contract/incident.ts'
import { type IncidentContracts, incidentAddress } from '../contract/incidents.ts'
import { FIRST_TIER, ProposalPayload, ProposalPicture } from '../contract/proposal.ts'
import type { DeskPlan, IncidentDesk } from './desk.ts'
import { keepMove, movedBefore } from './moves.ts'
import { actionTitle, resultOf } from './offers.ts'
import { forChange, INCIDENT, type IncidentRow, incidents, requireHandler, requireState, writeEvent } from './record.ts'
import type { ActionInput, IncidentAction } from './subject.ts'

type Posting = OutputOf<IncidentContracts['preview']>['lines'][number]

interface Chosen {
  action: IncidentAction | undefined
  amount: string | null
  beneficiary: string | null
}

/** The action by its key with the amount that it moves. Throws INC-010 to INC-012 at their fields. */
async function chosen(
  { tx, now, language }: { tx: Tx; now: Date; language: 'vi' | 'en' },
  { actions }: DeskPlan,
  row: IncidentRow,
  key: string,
  amount: string | undefined | null,
): Promise<Chosen> {
  if (key === NO_MONEY) return { action: undefined, amount: null, beneficiary: null }
  const action = actions.find((one) => one.key === key && one.subjectType === row.subject_type)
  const offer = action && row.subject_id !== null ? await action.offer(tx, row.subject_id, now) : undefined
  if (!action || !offer) throw refusedField('action', incidentErrors.actionUnknown, language)
  const { greatest, fixed, beneficiary } = offer
  if (fixed) return { action, amount: greatest, beneficiary }
  if (!amount) throw refusedField('amount', incidentErrors.amountNeeded, language)
  if (parseMoney(amount) > parseMoney(greatest))
    throw refusedField('amount', incidentErrors.amountTooMuch, language, { greatest: moneyText(parseMoney(greatest))[language] })
  return { action, amount: formatMoney(parseMoney(amount)), beneficiary }
}

const inputOf = (row: Pick<IncidentRow, 'subject_id'>, amount: string, reason: string, ref: string): ActionInput => ({
  subjectId: row.subject_id as string,
  amount,
  reason,
  ref,
})

export async function preview(
  plan: DeskPlan,
  { id, action: key, amount }: InputOf<IncidentContracts['preview']>,
  ctx: RequestContext,
): Promise<OutputOf<IncidentContracts['preview']>> {
  const { scope, runtime, language } = ctx
  const row = (await scope
    .selectFrom('incident.incident as i')
    .selectAll('i')
    .where('i.id', '=', id)
    .where('i.desk', '=', plan.contracts.desk)
    .executeTakeFirst()) as IncidentRow | undefined
  if (!row) throw new AppError(errors.notFound)
  return runtime.db.transaction().execute(async (tx) => {
    const what = await chosen({ tx, now: ctx.now, language }, plan, row, key, amount)
    if (!what.action || what.amount === null) return { amount: null, lines: [] }
    const context = { tx, now: ctx.now, actor: `user:${ctx.session.account}` }
    return { amount: what.amount, lines: await postingsOf(context, row, what.action, what.amount) }
  })
}

/** The posting lines as the checker reads them. */
const wordsOf = (lines: readonly Posting[]) =>
  lines
    .map(
      ({ account, accountName, debit, credit }) => `${debit === null ? 'Có' : 'Nợ'} ${account} ${accountName}: ${showMoney(debit ?? credit ?? '0', 'vi', 0)}`,
    )
    .join('\n') || null

export async function propose(
  plan: IncidentDesk,
  { action: key, amount, again = false, cause, resolution, attachments, ...ref }: InputOf<IncidentContracts['propose']>,
  ctx: CommandContext,
): Promise<OutputOf<IncidentContracts['propose']>> {
  const { row } = await forChange(ctx, plan.contracts.desk, ref)
  requireState(row, 'propose')
  await requireHandler(ctx, row)
  if (row.status === 'APPROVED') {
    const result = await resultOf(ctx.tx, plan, row)
    if (result?.state === 'UNDER_WAY') throw new AppError(incidentErrors.actionUnderWay, { code: result.code })
    if (result?.state !== 'FAILED') throw new AppError(incidentErrors.actionDone)
  }
  const what = await chosen(ctx, plan, row, key, amount)
  if (what.action && !again) {
    const moved = await movedBefore(ctx.tx, plan, row.id, ctx.language, ctx)
    if (moved.length > 0) throw new AppError(incidentErrors.movedBefore, { what: moved.join('; ') })
  }
  const payload: ProposalPayload = { action: key, amount: what.amount, cause, resolution }
  const asked = await ask(ctx, plan.proposal, { subjectId: row.id, version: ref.version, payload, reason: resolution, attachments })
  ctx.subject(INCIDENT, row.id, {
    before: { status: row.status },
    after: { status: 'PROPOSED', action: key, actionAmount: what.amount, request: asked.requestId },
  })
  return { id: row.id, version: asked.subjectVersion, requestId: asked.requestId }
}

/** What an incident ends with is decided by a second person; its money moves with the decision. */
export function proposalKind(plan: DeskPlan): ApprovalKind {
  const { contracts, actions, kind } = plan
  const { permissions } = contracts
  const actionOf = (key: string) => actions.find((one) => one.key === key)
  return defineApprovalKind<ProposalPayload>({
    ...kind,
    subjectType: INCIDENT,
    subjectPath: (id) => incidentAddress(contracts, id),
    payload: ProposalPayload,
    picture: ProposalPicture,
    entity: 'incidents.incident',
    permissions: { ask: permissions.ask, see: permissions.see },
    tiers: [
      { upTo: FIRST_TIER, decide: permissions.approve },
      { upTo: null, decide: permissions.approveLarge },
    ],
    limit: ({ actionName }) => actions.find(({ title }) => title.vi === actionName)?.limit,
    days: 14,
    async describe(ctx, id, payload) {
      const row = await incidents.lock(ctx.tx, { id })
      const { action, beneficiary } = await chosen({ ...ctx, language: 'vi' }, plan, row, payload.action, payload.amount)
      const category = await ctx.tx
        .selectFrom('incident.category')
        .select(['name', 'decided_by_second'])
        .where('id', '=', row.category_id)
        .executeTakeFirstOrThrow()
      const facts = { categoryName: category.name, subjectCode: row.subject_code }
      return {
        code: row.code,
        place: {
          ...unitsOf(row),
          partnerId: null,
        },
        before: { ...facts, status: 'PROPOSED' },
        after: {
          ...facts,
          status: 'APPROVED',
          actionName: actionTitle(actions, payload.action).vi,
          actionAmount: payload.amount,
          cause: payload.cause,
          resolution: payload.resolution,
          earlier: (await movedBefore(ctx.tx, plan, row.id, 'vi')).join('\n') || null,
          postings: action && payload.amount !== null ? wordsOf(await postingsOf(ctx, row, action, payload.amount)) : null,
        },
        ...(category.decided_by_second ? { tier: 2 } : {}),
        money: payload.amount === null ? null : parseMoney(payload.amount),
        ...(beneficiary === null ? {} : { beneficiary }),
        rows: 1,
      }
    },
    async hold(ctx, { subjectId, payload, version, reason }) {
      const row = await incidents.lock(ctx.tx, { id: subjectId, version })
      const action = actionOf(payload.action)
      if (action && payload.amount !== null) await action.hold(ctx, inputOf(row, payload.amount, reason, ''))
      const proposer = await userOf(ctx)
      const set = {
        action: payload.action,
        action_amount: payload.amount,
        cause: payload.cause,
        proposed_by_id: proposer,
        decided_by_id: null,
        action_ref: null,
      }
      const saved = await incidents.save(ctx.tx, decidedBy(ctx), row, set, 'propose')
      await writeEvent(ctx.tx, subjectId, decidedBy(ctx), { kind: 'PROPOSED', text: payload.resolution, detail: { action: payload.action } })
      return saved.version
    },
    versionNow: async ({ tx }, id) => (await incidents.locked(tx, id))?.version,
    async apply(ctx, { id, subjectId, payload, reason }, note) {
      const row = await incidents.lock(ctx.tx, { id: subjectId })
      const action = actionOf(payload.action)
      const ref = `approval:${id}`
      if (action && payload.amount !== null) {
        const what = inputOf(row, payload.amount, reason, ref)
        await action.apply(ctx, what)
        await keepMove(ctx.tx, row, action.key, what, decidedBy(ctx))
      }
      const set = { decided_by_id: ctx.approver.session.userId, resolution: payload.resolution, action_ref: action ? ref : null }
      await incidents.save(ctx.tx, decidedBy(ctx), row, set, 'approve')
      await writeEvent(ctx.tx, subjectId, decidedBy(ctx), { kind: 'APPROVED', text: note })
    },
    async release(ctx, { subjectId, payload, reason }, how, note) {
      const row = await incidents.lock(ctx.tx, { id: subjectId })
      const action = actionOf(payload.action)
      if (action && payload.amount !== null) await action.release(ctx, inputOf(row, payload.amount, reason, ''), how, note)
      await incidents.save(ctx.tx, decidedBy(ctx), row, { action: null, action_amount: null, proposed_by_id: null }, 'giveBack')
      await writeEvent(ctx.tx, subjectId, decidedBy(ctx), { kind: 'GIVEN_BACK', text: note })
    },
  })
}

/**
 * What an action would post, by doing it and undoing it inside the open transaction: what is shown is what would be posted, and what cannot
 * be carried out is refused before anybody is asked.
 */
async function postingsOf(ctx: ApprovalContext, row: IncidentRow, action: IncidentAction, amount: string): Promise<Posting[]> {
  const { tx } = ctx
  const source = { sourceType: row.subject_type as string, sourceId: row.subject_id as string }
  await sql`savepoint tried_out`.execute(tx)
  const known = new Set((await journalsOf(tx, source)).map(({ id }) => id))
  const what = inputOf(row, amount, row.code, `preview:${row.code}`)
  await action.hold(ctx, what)
  await (action.tryOut ? action.tryOut(ctx, what) : action.apply(ctx, what))
  const posted = (await journalsOf(tx, source)).filter(({ id }) => !known.has(id))
  await sql`rollback to savepoint tried_out`.execute(tx)
  return posted.flatMap(({ entries }) =>
    entries.map(({ accountCode, accountName, side, amount: moved }) => ({
      account: accountCode,
      accountName,
      debit: side === 'D' ? moved : null,
      credit: side === 'C' ? moved : null,
    })),
  )
}

/** Who acts, as a user. */
async function userOf({ tx, actor }: ApprovalContext): Promise<string> {
  const person = await tx
    .selectFrom('iam.person')
    .select('id')
    .where('account', '=', actor.replace(/^user:/, ''))
    .executeTakeFirstOrThrow()
  return person.id as string
}
