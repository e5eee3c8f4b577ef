import { sql } from 'kysely'
import type { z } from 'zod'
import { type ApprovalKind, ask, decidedBy, defineApprovalKind, pendingRequest } from '#core/approvals/server/public.ts'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { AppError } from '#kernel/errors.ts'
import { parseMoney } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { findRow } from '#platform/server/list/find-row.ts'
import { lookup } from '#platform/server/list/lookup.ts'
import { daysOfTime, is, oneOf, within, words } from '#platform/server/list/where.ts'
import type { CommandContext, ListHandler, RequestContext } from '#platform/server/module.ts'
import { publish } from '#platform/server/realtime/live.ts'
import type { Ref, Stamp } from '#platform/server/record/record.ts'
import { refusedField } from '#platform/server/refusals.ts'
import { correctionKind } from '../contract/approval-kinds.ts'
import { disbursementErrors } from '../contract/errors.ts'
import { CorrectionPayload, CorrectionPicture, type confirmHold, type correctHold, findHold, type listHolds } from '../contract/holds.ts'
import { disbursementsTopic } from '../contract/machine.ts'
import { HOLDS } from '../contract/words.ts'
import { blockedOf, isReplaced } from './accounts.ts'
import { noteIn } from './notes.ts'
import { HOLD, type HoldRow, holds, placeOf } from './records.ts'
import type { Sources } from './source.ts'

function holdsOf({ scope, language }: Pick<RequestContext, 'scope' | 'language'>) {
  return scope
    .selectFrom('disbursement.hold as t')
    .leftJoin(...lookup('disbursement.item_directory as i', { 'i.id': 't.item_id' }))
    .leftJoin(...lookup('organisation.unit_directory as u', { 'u.id': 't.unit_id' }))
    .select(['t.id', 't.bank_bin as bankBin', 't.account_number as accountNumber', 't.status', 't.reason', 't.name', 't.item_code as itemCode'])
    .select([
      't.listed_name as listedName',
      't.answered_name as answeredName',
      't.amount',
      noteIn(language, 't.words').as('words'),
      't.source_kind as sourceKind',
    ])
    .select(['t.source_code as sourceCode', sql<string | null>`${sql.ref('i.reference')}`.as('reference'), 't.new_bank_bin as newBankBin'])
    .select(['t.new_account_number as newAccountNumber', 't.new_account_name as newAccountName', 't.held_at as heldAt', 't.decided_by as decidedBy'])
    .select(['t.decided_at as decidedAt', 't.step_note as stepNote', sql<string>`${sql.ref('u.name')}`.as('unitName')])
    .select([pendingRequest(HOLD, 't.id').as('pendingRequestId'), 't.updated_at as updatedAt', 't.updated_by as updatedBy', 't.version'])
}
type Row = ReturnType<typeof holdsOf> extends { execute(): Promise<(infer R)[]> } ? R : never

export const holdList: ListHandler<typeof listHolds, Row> = {
  query: holdsOf,
  where: {
    text: (text) => sql`(${words('t.name', 't.item_code')(text)} or t.account_number = ${text})`,
    id: is('t.id'),
    status: oneOf('t.status'),
    reason: is('t.reason'),
    sourceKind: is('t.source_kind'),
    sourceId: is('t.source_id'),
    unitId: within('t'),
    period: daysOfTime('t.held_at'),
  },
  key: 't.id',
  sort: { heldAt: 't.held_at', amount: 't.amount', updatedAt: 't.updated_at' },
}

export const holdDetail = async ({ id }: InputOf<typeof findHold>, ctx: RequestContext): Promise<OutputOf<typeof findHold>> =>
  (await findRow(findHold, holdsOf(ctx).where('t.id', '=', id))) as OutputOf<typeof findHold>

/** What it was held for may be sent again. */
async function release(sources: Sources, tx: Tx, row: HoldRow, stamp: Stamp): Promise<void> {
  await sources.of(row.source_kind).release(tx, [row.source_item], { ...stamp, holdId: row.id })
  await publish(tx, { topic: disbursementsTopic })
}

/** The account is right as it is: the bank has said so, or the receiver has. */
export async function confirm(sources: Sources, { id, version, reason }: InputOf<typeof confirmHold>, ctx: CommandContext): Promise<Ref> {
  const { tx, now, session } = ctx
  const seen = await holds.forChange(ctx, { id, version })
  await requireConfirmable(tx, seen.row)
  const ref = await holds.fire(ctx, seen, 'confirm', { set: { decided_by: session.account, decided_at: now, step_note: reason } })
  await release(sources, tx, seen.row, { by: session.account, at: now })
  return ref
}

/**
 * Throws DSB-018 while a correction waits for its approval, DSB-023 for an account that two people have replaced for whatever payment. Throws DSB-019 for an account that is held because of another payment while that
 * one is undecided, or two people have replaced it there: one person's word about this payment does not clear it for all.
 */
async function requireConfirmable(tx: Tx, { id, reason, bank_bin, account_number }: HoldRow): Promise<void> {
  const { rows } = await sql`select from approvals.pending where subject_type = ${HOLD} and subject_id = ${id}::text`.execute(tx)
  if (rows.length > 0) throw new AppError(disbursementErrors.correctionOpen)
  const account = { bankBin: bank_bin, accountNumber: account_number }
  if (await isReplaced(tx, account)) throw new AppError(disbursementErrors.accountReplaced, { account: account_number })
  if (reason === 'ACCOUNT_HELD' && (await blockedOf(tx, [account]))(account)) throw new AppError(disbursementErrors.heldElsewhere, { account: account_number })
}

type Payload = z.output<typeof CorrectionPayload>

export async function correct(sources: Sources, kind: ApprovalKind, input: InputOf<typeof correctHold>, ctx: CommandContext): Promise<Ref> {
  const { id, version, newBankBin: bankBin, newAccountNumber: accountNumber, newAccountName: accountName, reason } = input
  const { row } = await holds.forChange(ctx, { id, version })
  await requireRecorded(sources, ctx.tx, row, { bankBin, accountNumber })
  const same = row.bank_bin === bankBin && row.account_number === accountNumber
  // What two people have given up, two people may find right after all.
  if (same && !(await isReplaced(ctx.tx, { bankBin, accountNumber }))) throw refusedField('newAccountNumber', disbursementErrors.sameAccount, ctx.language)
  const payload: Payload = { bankBin, accountNumber, accountName }
  const asked = await ask(ctx, kind, { subjectId: id, version, payload, reason })
  await publish(ctx.tx, { topic: disbursementsTopic })
  ctx.subject(HOLD, id, { after: { newBankBin: bankBin, newAccountNumber: accountNumber, newAccountName: accountName, request: asked.requestId } })
  return { id, version: asked.subjectVersion }
}

/** Where the money of a held account goes instead: one person says so, another agrees. */
export const correctionApproval = (sources: Sources): ApprovalKind =>
  defineApprovalKind<Payload>({
    ...correctionKind,
    subjectType: HOLD,
    payload: CorrectionPayload,
    picture: CorrectionPicture,
    entity: 'disbursement.correctionRequest',
    permissions: { ask: `${HOLDS}/submit`, see: `${HOLDS}/view` },
    tiers: [{ upTo: null, decide: 'o2o/approvals/disbursement-correction/approve' }],
    days: 7,
    async describe({ tx }, id, payload) {
      const row = await holds.lock(tx, { id })
      await requireFree(tx, row, payload)
      const same = { name: row.name, sourceCode: row.source_code, amount: row.amount }
      return {
        code: `${row.source_code} · ${row.item_code}`,
        place: placeOf(row),
        before: { bankBin: row.bank_bin, accountNumber: row.account_number, listedName: row.listed_name, ...same },
        after: { bankBin: payload.bankBin, accountNumber: payload.accountNumber, listedName: payload.accountName, ...same },
        money: parseMoney(row.amount),
        beneficiary: `${payload.accountName} · ${payload.accountNumber} · ${payload.bankBin}`,
        rows: 1,
      }
    },
    async hold(ctx, { subjectId, version }) {
      const row = await holds.lock(ctx.tx, { id: subjectId, version })
      const stamp = decidedBy(ctx)
      return (await holds.save(ctx.tx, stamp, row, { proposed_by: stamp.by })).version
    },
    versionNow: async ({ tx }, id) => (await holds.locked(tx, id))?.version,
    async apply(ctx, { subjectId, payload }, note) {
      const { tx } = ctx
      const row = await holds.lock(tx, { id: subjectId })
      await requireRecorded(sources, tx, row, payload)
      await requireFree(tx, row, payload)
      const stamp = decidedBy(ctx)
      const set = {
        ...{ new_bank_bin: payload.bankBin, new_account_number: payload.accountNumber, new_account_name: payload.accountName },
        ...{ decided_by: stamp.by, decided_at: stamp.at, step_note: note },
      }
      await holds.save(tx, stamp, row, set, 'correct')
      await release(sources, tx, row, stamp)
    },
    async release(ctx, { subjectId }) {
      const row = await holds.lock(ctx.tx, { id: subjectId })
      if (row.status === 'HELD') await holds.save(ctx.tx, decidedBy(ctx), row, { proposed_by: null })
      await publish(ctx.tx, { topic: disbursementsTopic })
    },
  })

/** Throws DSB-027 for another account than the record has from which its source pays: that is changed there, by the rules for it. */
async function requireRecorded(sources: Sources, tx: Tx, row: HoldRow, to: Pick<Payload, 'bankBin' | 'accountNumber'>): Promise<void> {
  const recorded = await sources.of(row.source_kind).accountNow?.(tx, row.source_item)
  if (recorded && (recorded.bankBin !== to.bankBin || recorded.accountNumber !== to.accountNumber))
    throw new AppError(disbursementErrors.accountOfRecord, { account: recorded.accountNumber })
}

/** Throws DSB-013 for an account that is held itself; the account of this payment may be named again while nothing else about it is open. */
async function requireFree(tx: Tx, row: HoldRow, account: Payload): Promise<void> {
  if (row.bank_bin === account.bankBin && row.account_number === account.accountNumber) {
    const { rows } = await sql`
      select from disbursement.hold where bank_bin = ${account.bankBin} and account_number = ${account.accountNumber} and status = 'HELD' and reason <> 'ACCOUNT_HELD'
        and id <> ${row.id}`.execute(tx)
    if (rows.length === 0) return
  }
  if ((await blockedOf(tx, [account]))(account)) throw new AppError(disbursementErrors.accountBlocked, { account: account.accountNumber })
}
