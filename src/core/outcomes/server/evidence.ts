import { sql } from 'kysely'
import { type ApprovalKind, supersede } from '#core/approvals/server/public.ts'
import { parameter } from '#core/masterdata/server/public.ts'
import { parseMoney } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { fireMany } from '#platform/server/machine/fire.ts'
import type { Runtime } from '#platform/server/module.ts'
import { publish } from '#platform/server/realtime/live.ts'
import { type CaseEvent, caseMachine, casesTopic, type EvidenceKind, type Finding, type Verdict } from '../contract/case.ts'
import { decidedByAnswer } from '../contract/parameters.ts'
import { type Decision, decideCases, type Origin, type Services } from './decide.ts'
import { isEnough } from './proof.ts'
import { CASE, type Case, evidenceOf, isMaterial, lockCases } from './records.ts'
import { nextInquiry } from './schedule.ts'
import { isFinal, type Suggestion, suggest } from './suggestion.ts'

/** What every step of a case needs: the services whose transactions these are, and the approval kind of verdicts. */
export interface Desk {
  services: Services
  verdicts: ApprovalKind
}

/** Something that was heard about a case. */
export interface Heard {
  caseId: string
  kind: EvidenceKind
  verdict: Finding
  at: Date
  source: string
  code?: string
  message?: string
  reference?: string
  raw?: string
  /** As a statement line or a line of a file names it. */
  amount?: string | undefined
  /** Of what people bring: it has what proves it (proof.ts). */
  proven?: boolean
  exchangeId?: string | null
  /** Why it counts for nothing. */
  fault?: string | null
  /** The file that it stands in. */
  resultFileId?: string | null
}

/** A case with what came of it now. */
interface Told {
  row: Case
  heard: readonly Heard[]
  suggestion: Suggestion
}

/** As `keepEvidence`; and a final answer to an inquiry decides by itself where the parameter allows it. */
export async function recordEvidence(desk: Desk, runtime: Runtime, tx: Tx, heard: readonly Heard[], origin: Origin): Promise<void> {
  const told = await keepEvidence(desk, { tx, now: runtime.clock.now(), audit: runtime.audit }, heard, origin)
  const decisions = await decidedAlone(tx, told)
  if (decisions.length > 0) await decideCases(runtime, desk.services, tx, decisions, origin)
}

/** Of a moment, in a transaction. */
interface Keeping {
  tx: Tx
  now: Date
  audit: Runtime['audit']
}

/**
 * Keeps evidence, and what follows from it: the suggestion, the state of the case, a proposal that is out of date. Of a case that was decided
 * nothing changes; what contradicts its verdict is marked.
 */
export async function keepEvidence(desk: Desk, ctx: Keeping, heard: readonly Heard[], origin: Origin): Promise<Told[]> {
  const { tx, now } = ctx
  const ids = [...new Set(heard.map(({ caseId }) => caseId))]
  const rows = await lockCases(tx, desk.verdicts, ids)
  const fresh = Map.groupBy(await keep(tx, heard, now), ({ caseId }) => caseId)
  const known = await evidenceOf(tx, [...fresh.keys()])
  const told = [...fresh].flatMap(([id, own]): Told[] => {
    const row = rows.get(id)
    return row ? [{ row, heard: own, suggestion: suggest(known.get(id) ?? []) }] : []
  })
  await outdate(desk, ctx, told)
  await follow(ctx, told)
  await noteConflicts(ctx, told, origin)
  await publish(tx, { topic: casesTopic })
  return told
}

/** Stores what is new; a contradicting report that was told before is not. */
async function keep(tx: Tx, heard: readonly Heard[], now: Date): Promise<Heard[]> {
  const rows = heard.map(
    ({ code = '', message = '', reference = '', raw = '', exchangeId = null, resultFileId = null, fault = null, proven, ...one }, place) => ({
      ...{ place, ...one, at: one.at.toISOString(), code, message, reference, raw: raw === '' ? message : raw, exchangeId, resultFileId, fault },
      hard: isEnough(one.kind, one.verdict, proven),
    }),
  )
  const { rows: kept } = await sql<{ caseId: string; kind: string; raw: string }>`
    insert into outcome.evidence (case_id, kind, verdict, hard, at, recorded_at, source, code, message, reference, amount, raw, exchange_id, result_file_id, fault)
    select "caseId", kind, verdict, hard, at, ${now}, source, code, message, reference, amount, raw, "exchangeId", "resultFileId", fault
    from json_to_recordset(${JSON.stringify(rows)}::json) as r
      (place integer, "caseId" bigint, kind text, verdict text, hard boolean, at timestamptz, source text, code text, message text, reference text, amount numeric, raw text, "exchangeId" text, "resultFileId" bigint, fault text)
    order by place on conflict do nothing returning case_id as "caseId", kind, raw`.execute(tx)
  const left = kept.map(({ caseId, kind, raw }) => JSON.stringify([caseId, kind, raw]))
  return heard.filter((_, place) => {
    const { caseId, kind, raw } = rows[place] as (typeof rows)[number]
    const at = left.indexOf(JSON.stringify([caseId, kind, raw]))
    if (at >= 0) left.splice(at, 1)
    return at >= 0
  })
}

/** Proposals that were made before this came: they have to be made again. */
async function outdate({ verdicts }: Desk, { tx, now }: Keeping, told: readonly Told[]): Promise<void> {
  const stale = told.filter(({ row, heard }) => row.status === 'PROPOSED' && heard.some(isMaterial))
  await supersede({ tx, now, actor: 'system' }, verdicts, idsOf(stale), STALE)
  for (const { row } of stale) row.status = 'EVIDENCED'
}

/** Why a request ended: more came to light. */
export const STALE = 'NEW_EVIDENCE'

const idsOf = (told: readonly Told[]) => told.map(({ row }) => row.id)

function eventOf({ row: { status }, heard }: Told): CaseEvent | undefined {
  if (status !== 'OPEN' && status !== 'INQUIRING') return undefined
  if (heard.some(isMaterial)) return 'evidence'
  return status === 'OPEN' ? 'inquire' : undefined
}

/** Columns that follow from the evidence; and the state, where it is another. */
async function follow({ tx, now }: Keeping, told: readonly Told[]): Promise<void> {
  const events = new Map(told.map((one) => [one.row.id, eventOf(one)]))
  const moves = told.map((one) => ({ id: one.row.id, set: columnsOf(one, now) }))
  await fireMany(
    tx,
    caseMachine,
    'outcome.outcome_case',
    moves.flatMap((move) => {
      const event = events.get(move.id)
      return event ? [{ ...move, event }] : []
    }),
  )
  const still = moves.filter(({ id }) => !events.get(id)).map(({ id, set }) => ({ id, ...set }))
  if (still.length === 0) return
  await sql`
    update outcome.outcome_case c set inquiries = r.inquiries, inquired_at = r.inquired_at, next_inquiry_at = r.next_inquiry_at, inquiry_verdict = r.inquiry_verdict,
      statement_verdict = r.statement_verdict, partner_verdict = r.partner_verdict, paper_verdict = r.paper_verdict, suggested = r.suggested, reason = r.reason,
      contradicted = r.contradicted, conflict_at = r.conflict_at, conflict_settled_at = r.conflict_settled_at, conflict_settled_by = r.conflict_settled_by,
      conflict_decision = r.conflict_decision,
      updated_by = r.updated_by, updated_at = r.updated_at, version = c.version + 1
    from jsonb_populate_recordset(null::outcome.outcome_case, ${JSON.stringify(still)}::jsonb) as r where c.id = r.id`.execute(tx)
}

function columnsOf(told: Told, now: Date) {
  const { row, heard, suggestion } = told
  const asked = heard.filter(({ kind }) => kind === 'INQUIRY')
  const inquiries = row.inquiries + asked.length
  const conflict = contradictsVerdict(told)
  return {
    inquiries,
    inquired_at: asked.at(-1)?.at ?? row.inquired_at,
    next_inquiry_at: nextOf(told, inquiries, now),
    inquiry_verdict: suggestion.inquiry,
    statement_verdict: suggestion.statement,
    partner_verdict: suggestion.partner,
    paper_verdict: suggestion.paper,
    suggested: suggestion.verdict,
    reason: suggestion.reason,
    contradicted: suggestion.contradicted,
    conflict_at: conflict ? now : row.conflict_at,
    conflict_settled_at: conflict ? null : row.conflict_settled_at,
    conflict_settled_by: conflict ? null : row.conflict_settled_by,
    conflict_decision: conflict ? null : row.conflict_decision,
    updated_by: 'system',
    updated_at: now,
  }
}

/** Nobody is asked any more about what is decided, or clear. */
function nextOf({ row, heard, suggestion }: Told, inquiries: number, now: Date): Date | null {
  if (row.status === 'DECIDED' || (suggestion.verdict !== null && !suggestion.contradicted)) return null
  return heard.some(({ kind }) => kind === 'INQUIRY') ? nextInquiry(row.opened_at, inquiries, now) : row.next_inquiry_at
}

/** What was decided stays so, whatever is heard later; nothing contradicts it any more once the difference is booked. */
const contradictsVerdict = ({ row, heard }: Told) =>
  row.status === 'DECIDED' && row.conflict_booked_at === null && heard.some(({ verdict }) => isFinal(verdict) && verdict !== row.verdict)

/** Final answers to inquiries that decide by themselves. */
async function decidedAlone(tx: Tx, told: readonly Told[]): Promise<Decision[]> {
  const limit = await parameter(tx, decidedByAnswer)
  return told.flatMap(({ row, heard, suggestion: { verdict, contradicted } }): Decision[] => {
    const answer = heard.findLast((one) => one.kind === 'INQUIRY' && one.verdict === verdict)
    if (!answer || verdict === null || contradicted || row.status === 'DECIDED' || parseMoney(row.amount) > limit) return []
    return [{ row, verdict, resolvedBy: 'INQUIRY', actor: 'system', ...wordsOf(answer, verdict) }]
  })
}

const wordsOf = ({ code = '', message = '', reference = '' }: Heard, verdict: Verdict) => ({
  code: code === '' ? 'INQUIRY' : code,
  message: message === '' ? (verdict === 'SUCCEEDED' ? 'Đối tác xác nhận thành công' : 'Đối tác xác nhận thất bại') : message,
  reference,
})

async function noteConflicts({ tx, audit }: Keeping, told: readonly Told[], origin: Origin): Promise<void> {
  await audit.writeMany(
    tx,
    told.filter(contradictsVerdict).map(({ row: { id, code, verdict } }) => ({
      ...{ actor: 'system', action: 'outcomes.contradicted', subjectType: CASE, subjectId: id },
      ...{ after: { code, verdict, conflict: true }, ...origin },
    })),
  )
}
