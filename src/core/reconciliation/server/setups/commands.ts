import { isDeepStrictEqual } from 'node:util'
import { type ApprovalKind, ask } from '#core/approvals/server/public.ts'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { AppError } from '#kernel/errors.ts'
import type { Tx } from '#platform/server/database/db.ts'
import type { CommandContext } from '#platform/server/module.ts'
import { publish } from '#platform/server/realtime/live.ts'
import { type Ref, stampOf } from '#platform/server/record/record.ts'
import { refusedField, refuseField } from '#platform/server/refusals.ts'
import type { SetupDocument } from '../../contract/document.ts'
import { reconciliationErrors } from '../../contract/errors.ts'
import { setupsTopic } from '../../contract/machines.ts'
import type { SetupContracts } from '../../contract/setups.ts'
import { ownUnit, setupForChange } from '../desk.ts'
import { dryRun } from '../matching/match.ts'
import { plugOf, type ReconciliationDesk, type ReconciliationParts } from '../plug.ts'
import { pictureOf } from './picture.ts'
import { documentIn, REVISION, type RevisionRow, revisions, SETUP, type SetupRow, setups } from './records.ts'

type At = ReconciliationDesk['contracts']

/** The draft of a configuration, waiting or not, locked. */
const inWork = (tx: Tx, setupId: string): Promise<RevisionRow | undefined> =>
  tx.selectFrom(REVISION).selectAll().where('setup_id', '=', setupId).where('status', 'in', ['DRAFT', 'TESTED', 'PENDING']).forUpdate().executeTakeFirst()

/** The draft, which may still be changed. Throws RCN-010, RCN-011. */
async function draftOf(tx: Tx, { id, code }: Pick<SetupRow, 'id' | 'code'>): Promise<RevisionRow> {
  const draft = await inWork(tx, id)
  if (!draft) throw new AppError(reconciliationErrors.noDraft, { code })
  if (draft.status === 'PENDING') throw new AppError(reconciliationErrors.draftPending, { code })
  return draft
}

/** What the plug makes of a document: a partner's statement has to be read, our own records have none. */
function assertReadable(plug: ReconciliationParts['plugs'][number], { format }: SetupDocument, { language }: CommandContext): void {
  if (!plug.theirLines && !format) throw refusedField('document.format', reconciliationErrors.formatMissing, language)
}

async function assertPartner(
  parts: ReconciliationParts,
  { contracts }: ReconciliationDesk,
  plug: string,
  partnerId: string | undefined,
  ctx: CommandContext,
): Promise<void> {
  if (!contracts.plugs.includes(plug)) refuseField('plug', 'choice', ctx.language)
  const kinds = plugOf(parts.plugs, plug).partnerKinds
  const found =
    partnerId && (await ctx.tx.selectFrom('organisation.partner').select('kind').where('id', '=', partnerId).where('status', '=', 'ACTIVE').executeTakeFirst())
  const fits = kinds.length === 0 ? partnerId === undefined : found && kinds.some((kind) => kind === found.kind)
  if (!fits) throw refusedField('partnerId', reconciliationErrors.partnerUnfit, ctx.language)
}

export async function create(
  parts: ReconciliationParts,
  desk: ReconciliationDesk,
  { code, name, plug, partnerId, document }: InputOf<SetupContracts['create']>,
  ctx: CommandContext,
): Promise<Ref> {
  const { tx, now, session, language } = ctx
  await assertPartner(parts, desk, plug, partnerId, ctx)
  assertReadable(plugOf(parts.plugs, plug), document, ctx)
  const stamp = { created_by: session.account, created_at: now }
  const unit = await ownUnit(ctx)
  const known = await tx
    .selectFrom(SETUP)
    .select('code')
    .where('plug', '=', plug)
    .where('partner_id', 'is not distinct from', partnerId ?? null)
    .executeTakeFirst()
  if (known) throw refusedField('partnerId', reconciliationErrors.setupExists, language, { code: known.code })
  const made = await setups.insert(
    ctx,
    // The trigger fills the place in; the type asks for it because the column may not be empty.
    { code, name, plug, partner_id: partnerId ?? null, unit_id: unit, head_unit_id: unit, ...stamp },
    { children: ({ id }) => insertDraft(ctx, id, 1, document), note: pictureOf(document, 1) },
  )
  await publish(tx, { topic: setupsTopic })
  return made
}

const insertDraft = ({ tx, now, session }: CommandContext, setupId: string, number: number, document: SetupDocument) =>
  tx
    .insertInto(REVISION)
    .values({
      ...{ setup_id: setupId, number, document: JSON.stringify(document), edited_at: now },
      ...{ created_by: session.account, created_at: now, updated_by: session.account, updated_at: now },
    })
    .execute()

/** Changes the draft, or begins one. A test counts for what was tested: every edit asks for another one. */
export async function edit(
  parts: ReconciliationParts,
  desk: ReconciliationDesk,
  { name, document, ...ref }: InputOf<SetupContracts['edit']>,
  ctx: CommandContext,
): Promise<Ref> {
  const { tx, now } = ctx
  const seen = await setupForChange(ctx, desk.contracts, ref)
  assertReadable(plugOf(parts.plugs, seen.row.plug), document, ctx)
  const draft = await inWork(tx, ref.id)
  if (draft?.status === 'PENDING') throw new AppError(reconciliationErrors.draftPending, { code: seen.row.code })
  const next = (await lastNumber(tx, ref.id)) + 1
  const made = await setups.update(
    ctx,
    seen,
    { name },
    {
      children: async () => {
        if (draft)
          await revisions.save(
            tx,
            stampOf(ctx),
            draft,
            { document: JSON.stringify(document), edited_at: now, tested_at: null, test: null, untestable: false },
            'edit',
          )
        else await insertDraft(ctx, ref.id, next, document)
      },
      note: pictureOf(document, draft?.number ?? next),
    },
  )
  await publish(tx, { topic: setupsTopic })
  return made
}

async function lastNumber(tx: Tx, setupId: string): Promise<number> {
  const { last } = await tx
    .selectFrom(REVISION)
    .select(({ fn }) => fn.max('number').as('last'))
    .where('setup_id', '=', setupId)
    .executeTakeFirstOrThrow()
  return last
}

/** Gives the draft up. The first revision of a configuration stays: without it there would be nothing. */
export async function discard({ contracts }: ReconciliationDesk, ref: InputOf<SetupContracts['discard']>, ctx: CommandContext): Promise<Ref> {
  const seen = await setupForChange(ctx, contracts, ref)
  const draft = await draftOf(ctx.tx, seen.row)
  if (draft.number === 1) throw new AppError(reconciliationErrors.noDraft, { code: seen.row.code })
  const made = await setups.update(
    ctx,
    seen,
    {},
    { children: () => revisions.save(ctx.tx, stampOf(ctx), draft, {}, 'retire'), note: { discarded: draft.number } },
  )
  await publish(ctx.tx, { topic: setupsTopic })
  return made
}

export async function suspend({ contracts }: ReconciliationDesk, { reason, ...ref }: InputOf<SetupContracts['suspend']>, ctx: CommandContext): Promise<Ref> {
  const made = await setups.fire(ctx, await setupForChange(ctx, contracts, ref), 'suspend', { note: { reason } })
  await publish(ctx.tx, { topic: setupsTopic })
  return made
}

export async function resume({ contracts }: ReconciliationDesk, ref: InputOf<SetupContracts['resume']>, ctx: CommandContext): Promise<Ref> {
  const made = await setups.fire(ctx, await setupForChange(ctx, contracts, ref), 'resume')
  await publish(ctx.tx, { topic: setupsTopic })
  return made
}

/** What decides how lines are matched; the rest of a document says how they are read and what people may do. */
const matchingOf = ({ rules, fee, expectedDays }: SetupDocument) => ({ rules, fee, expectedDays })

/** Why a draft needs no dry run: it matches as before, or nothing has been matched yet that it could be tried on. */
async function isUntestable(tx: Tx, draft: RevisionRow, before: RevisionRow | undefined): Promise<boolean> {
  if (before && isDeepStrictEqual(matchingOf(documentIn(before)), matchingOf(documentIn(draft)))) return true
  const tried = await tx
    .selectFrom('reconciliation.session')
    .select('id')
    .where('setup_id', '=', draft.setup_id)
    .where('matched_at', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return tried === undefined
}

export async function submit(
  { contracts }: { contracts: At },
  kind: ApprovalKind,
  { reason, ...ref }: InputOf<SetupContracts['submit']>,
  ctx: CommandContext,
): Promise<OutputOf<SetupContracts['submit']>> {
  const { tx } = ctx
  const { row } = await setupForChange(ctx, contracts, ref)
  const draft = await draftOf(tx, row)
  const before = await tx.selectFrom(REVISION).selectAll().where('setup_id', '=', row.id).where('status', '=', 'ACTIVE').executeTakeFirst()
  if (before && isDeepStrictEqual(documentIn(before), documentIn(draft))) throw new AppError(reconciliationErrors.nothingChanged)
  const tested = draft.tested_at !== null && draft.tested_at >= draft.edited_at
  if (draft.number > 1 && !tested) {
    if (!(await isUntestable(tx, draft, before))) throw new AppError(reconciliationErrors.notTested)
    await tx.updateTable('reconciliation.revision').set({ untestable: true }).where('id', '=', draft.id).execute()
  }
  const asked = await ask(ctx, kind, { subjectId: row.id, version: draft.version, payload: { revisionId: draft.id }, reason })
  const saved = await setups.save(tx, stampOf(ctx), row, {})
  ctx.subject(SETUP, row.id, { after: { request: asked.requestId, requested: { reason }, revision: draft.number } })
  await publish(tx, { topic: setupsTopic })
  return { id: row.id, version: saved.version, requestId: asked.requestId }
}

/** Tries the rules of the draft on a session; nothing of that session changes. */
export async function tryOn(
  { contracts }: ReconciliationDesk,
  { sessionId, ...ref }: InputOf<SetupContracts['dryRun']>,
  ctx: CommandContext,
): Promise<OutputOf<SetupContracts['dryRun']>> {
  const { tx, now } = ctx
  const seen = await setupForChange(ctx, contracts, ref)
  const draft = await draftOf(tx, seen.row)
  const session = await ctx.scope.selectFrom('reconciliation.session as s').select(['s.code', 's.setup_id']).where('s.id', '=', sessionId).executeTakeFirst()
  if (!session || session.setup_id !== ref.id) throw new AppError(reconciliationErrors.otherSetup, { code: session?.code ?? sessionId })
  const found = await dryRun(tx, sessionId, documentIn(draft), ctx.language)
  const { rows: _rows, ...counts } = found
  await revisions.save(tx, stampOf(ctx), draft, { tested_at: now, test: JSON.stringify(counts) }, 'test')
  const saved = await setups.save(tx, stampOf(ctx), seen.row, {})
  ctx.subject(SETUP, ref.id, { after: { ...counts, revision: draft.number } })
  return { ...found, id: ref.id, version: saved.version }
}
