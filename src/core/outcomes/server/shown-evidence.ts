import type { ApprovalKind, Ground } from '#core/approvals/server/public.ts'
import { isoLocal } from '#kernel/dates.ts'
import { fill } from '#kernel/language.ts'
import { showMoney } from '#kernel/money.ts'
import { attachedToEach } from '#platform/server/files/store.ts'
import type { RequestContext } from '#platform/server/module.ts'
import { type EvidenceKind, type Finding, outcomePermissions } from '../contract/case.ts'
import type { CaseDetail } from '../contract/cases.ts'
import { EVIDENCE, RESULT_FILE } from '../contract/files.ts'
import { en } from '../labels/en.ts'
import { vi } from '../labels/vi.ts'
import { isMaterial } from './records.ts'

type Shown = CaseDetail['evidence'][number]

const personOf = (source: string) => source.replace(/^(user|partner):/, '')

/** The evidence of a case as people read it, the newest first, with the files that they may open. Whoever calls has found the case, or a request about it. */
export async function evidenceOfCase({ db, session }: Pick<RequestContext, 'db' | 'session'>, caseId: string): Promise<Shown[]> {
  const evidence = await db.selectFrom('outcome.evidence').selectAll().where('case_id', '=', caseId).orderBy('id', 'desc').execute()
  const ids = evidence.map(({ id }) => id)
  const ofFiles = [...new Set(evidence.flatMap(({ result_file_id: file }) => file ?? []))]
  const [papers, files] = await Promise.all([
    attachedToEach(db, EVIDENCE, ids),
    session.permissions.has(outcomePermissions.import) ? attachedToEach(db, RESULT_FILE, ofFiles) : new Map<string, never>(),
  ])
  return evidence.map(({ id, at, recorded_at, kind, verdict, hard, source, code, message, reference, amount, raw, fault, result_file_id: file }) => ({
    ...{ id, at: isoLocal(at), recordedAt: isoLocal(recorded_at), hard, source: personOf(source), code, message, reference, amount, raw },
    // The database's own CHECKs hold these to the enums of the contract.
    kind: kind as EvidenceKind,
    finding: verdict as Finding,
    fault: fault as Shown['fault'],
    files: papers.get(id) ?? files.get(file ?? '') ?? [],
  }))
}

const TONES: Record<Finding, 'neutral' | 'success' | 'failure'> = { SUCCEEDED: 'success', FAILED: 'failure', PENDING: 'neutral', UNKNOWN: 'neutral' }

/**
 * What the checker of a verdict signs: the evidence that it was proposed on, or all there is where nothing is named. Inquiries that brought
 * nothing are left out. Of a result file, which stays with those who import such, it names file and line.
 */
export const groundsOfCase: NonNullable<ApprovalKind<{ evidenceIds?: readonly string[] }>['grounds']> = async (ctx, { subjectId, payload }) => {
  const named = payload.evidenceIds && new Set(payload.evidenceIds)
  const shown = await evidenceOfCase(ctx, subjectId)
  const { enums, texts } = ctx.language === 'vi' ? vi : en
  return shown
    .filter((one) => isMaterial({ kind: one.kind, verdict: one.finding }) && (named?.has(one.id) ?? true))
    .map(({ id, at, kind, finding, hard, source, code, reference, amount, message, raw, files }) => ({
      ...{ id, at, source, files, tone: hard ? TONES[finding] : ('neutral' as const) },
      title: `${enums.evidenceKind[kind]}: ${enums.finding[finding]}${hard ? `, ${texts.hard}` : ''}`,
      text: [kind === 'RESULT_FILE' && fill(texts.fileLine, JSON.parse(raw)), code, reference, amount && showMoney(amount, ctx.language, 0), message]
        .filter(Boolean)
        .join(' · '),
    }))
}

/** The same of a transaction, for whoever decides about it outside the workbench: files open there alone. */
export async function groundsOfTransaction(ctx: RequestContext, transactionId: string): Promise<readonly Ground[]> {
  const found = await ctx.runtime.db.selectFrom('outcome.outcome_case').select('id').where('transaction_id', '=', transactionId).executeTakeFirst()
  const grounds = found ? await groundsOfCase(ctx, { subjectId: found.id, payload: {} }) : []
  return ctx.session.permissions.has(outcomePermissions.see) ? grounds : grounds.map((one) => ({ ...one, files: [] }))
}
